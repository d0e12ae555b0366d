// Changes that state their own kind. They compare nothing and, for a stored property, copy nothing, so they suit long collections that are
// being observed.
extension KeyValueObservable {
    /// Returns a proxy whose methods change a collection and report to observers exactly what they did, like Cocoa's
    /// `mutableArrayValue(forKey:)`.
    ///
    /// ```swift
    /// album.mutableValue(for: \.tracks).insert("Freddie Freeloader", at: 1)
    /// ```
    ///
    /// - Parameter keyPath: The collection, as a property of this object.
    public func mutableValue<Value>(for keyPath: ReferenceWritableKeyPath<Self, Value>) -> MutableCollectionValue<Self, Value> {
        MutableCollectionValue(object: self, keyPath: keyPath)
    }
}

/// A proxy for a collection in a property, whose methods report to observers exactly what they did. Get one from
/// ``KeyValueObservable/mutableValue(for:)``.
///
/// The methods are those of Swift's own collections, with indexes counted from the start.
///
/// ## Behavior
/// - Observers of the property receive the kind and the indexes. The new value, and the old value of a removal or replacement, is a
///   collection of just the elements concerned. Nothing is compared.
/// - Observers of anything that depends on the property receive a ``KeyValueChangeKind/setting``.
/// - A ``KeyValueObservingOptions/prior`` call carries the kind, the indexes and the elements to be removed.
/// - Within ``withGroupedChanges(_:)`` or a pair of `willChangeValue(for:)` and `didChangeValue(for:)`, each call is part of that change.
/// - A collection that the object doesn't store itself (because another object does, or because it is computed) also changes, as a
///   setting.
/// - In a class that several threads share, no other thread's change is lost. An array changes in place. Of any other collection a copy
///   changes, which then takes the collection's place; if that has changed meanwhile, a new copy changes. Only if it changes during each of
///   a hundred attempts, the last copy replaces it.
/// - No code of the program runs under a lock, so elements and collections can use the object from all their functions.
///
/// - Threading: Like the object.
/// - Complexity: For each method, that of the collection's own; in a class that several threads share, O(n) for all collections but `Array`
///   and `ContiguousArray`.
public struct MutableCollectionValue<Object: KeyValueObservable, Value> {
    fileprivate let object: Object
    fileprivate let keyPath: ReferenceWritableKeyPath<Object, Value>

    private func change(_ mutation: (Value) -> CollectionMutation<Value>, _ body: (inout Value) -> Void) {
        object.change(keyPath, as: mutation, body)
    }
}

extension MutableCollectionValue where Value: RandomAccessCollection & RangeReplaceableCollection {
    /// Appends an element: an ``KeyValueChangeKind/insertion``.
    public func append(_ newElement: Value.Element) {
        append(contentsOf: CollectionOfOne(newElement))
    }

    /// Appends elements: one ``KeyValueChangeKind/insertion``.
    public func append(contentsOf newElements: some Collection<Value.Element>) {
        // Elements of another collection are read before the change, which may be made under a lock.
        if Object.isShared { add(Value(newElements)) } else { add(newElements) }
    }

    private func add(_ newElements: some Collection<Value.Element>) {
        change { collection in
            let positions = RangeSet(collection.count..<collection.count + newElements.count)
            return CollectionMutation(kind: .insertion, indexes: positions, new: Value(newElements))
        } _: {
            $0.append(contentsOf: newElements)
        }
    }

    /// Inserts an element: an ``KeyValueChangeKind/insertion``.
    public func insert(_ newElement: Value.Element, at index: Int) {
        insert(contentsOf: CollectionOfOne(newElement), at: index)
    }

    /// Inserts elements: one ``KeyValueChangeKind/insertion``.
    public func insert(contentsOf newElements: some Collection<Value.Element>, at index: Int) {
        if Object.isShared { add(Value(newElements), at: index) } else { add(newElements, at: index) }
    }

    private func add(_ newElements: some Collection<Value.Element>, at index: Int) {
        let positions = RangeSet(index..<index + newElements.count)
        change { _ in
            CollectionMutation(kind: .insertion, indexes: positions, new: Value(newElements))
        } _: {
            $0.insert(contentsOf: newElements, at: $0.place(index))
        }
    }

    /// Removes an element: a ``KeyValueChangeKind/removal``.
    ///
    /// - Returns: The removed element.
    @discardableResult
    public func remove(at index: Int) -> Value.Element {
        let positions = RangeSet(index..<index + 1)
        var removed: Value.Element?
        change {
            CollectionMutation(kind: .removal, indexes: positions, old: $0.elements(at: positions))
        } _: {
            removed = $0.remove(at: $0.place(index))
        }
        return removed!
    }

    /// Removes the elements at some indexes: one ``KeyValueChangeKind/removal``.
    ///
    /// - Returns: The removed elements, in their order.
    @discardableResult
    public func removeSubranges(_ positions: RangeSet<Int>) -> Value {
        var removed = Value()
        change {
            CollectionMutation(kind: .removal, indexes: positions, old: $0.elements(at: positions))
        } _: { collection in
            removed = collection.elements(at: positions)
            // From the back, so that earlier indexes stay valid.
            for range in positions.ranges.reversed() { collection.removeSubrange(collection.places(range)) }
        }
        return removed
    }

    /// Replaces elements: one ``KeyValueChangeKind/replacement`` if there are as many new ones, otherwise a
    /// ``KeyValueChangeKind/setting``.
    public func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Value.Element>) {
        if Object.isShared { replace(range, with: Value(newElements)) } else { replace(range, with: newElements) }
    }

    private func replace(_ range: Range<Int>, with newElements: some Collection<Value.Element>) {
        let positions = RangeSet(range)
        // Replaced elements of a shared object are released here, outside the lock.
        var replaced: Value?
        func replace(_ collection: inout Value) { collection.replaceSubrange(collection.places(range), with: newElements) }
        change { collection in
            guard newElements.count == range.count else {
                var result = collection
                replace(&result)
                return .setting(from: collection, to: result)
            }
            return CollectionMutation(
                kind: .replacement,
                indexes: positions,
                old: collection.elements(at: positions),
                new: Value(newElements)
            )
        } _: {
            if Object.isShared { replaced = $0.elements(at: positions) }
            replace(&$0)
        }
        withExtendedLifetime(replaced) {}
    }

    /// Accesses the element at an index. Setting it is a ``KeyValueChangeKind/replacement``.
    public subscript(index: Int) -> Value.Element {
        get {
            let collection = object[keyPath: keyPath]
            return collection[collection.place(index)]
        }
        nonmutating set { replaceSubrange(index..<index + 1, with: CollectionOfOne(newValue)) }
    }
}

extension MutableCollectionValue {
    /// Inserts a member into a set: an ``KeyValueChangeKind/insertion``, or no change if the set already contains it.
    ///
    /// - Returns: Whether it was inserted.
    @discardableResult
    public func insert<Member>(_ member: Member) -> Bool where Value == Set<Member> {
        guard !object[keyPath: keyPath].contains(member) else { return false }
        change { _ in
            CollectionMutation(kind: .insertion, new: [member])
        } _: {
            $0.insert(member)
        }
        return true
    }

    /// Removes a member from a set: a ``KeyValueChangeKind/removal``, or no change if the set doesn't contain it.
    ///
    /// - Returns: Whether it was removed.
    @discardableResult
    public func remove<Member>(_ member: Member) -> Bool where Value == Set<Member> {
        guard object[keyPath: keyPath].contains(member) else { return false }
        change { _ in
            CollectionMutation(kind: .removal, old: [member])
        } _: {
            $0.remove(member)
        }
        return true
    }
}

extension KeyValueObservable {
    /// Changes a collection in place and notifies with the mutation that the caller states.
    fileprivate func change<C>(
        _ keyPath: ReferenceWritableKeyPath<Self, C>,
        as mutation: (C) -> CollectionMutation<C>,
        _ body: (inout C) -> Void
    ) {
        guard let location = KeyPathReading.locate(keyPath, of: self) else {
            return body(&self[keyPath: keyPath])
        }
        guard location.notifies, let property = location.property, !property.isEmpty else {
            KeyPathReading.edit(keyPath, of: self, body)
            guard location.notifies, Self.isShared else { return }
            KeyPathReading.locate(keyPath, of: self)?.property?.tellNewcomers(of: self) { read(keyPath, taking: $0) }
            return
        }
        let begun = property.willChange(of: self, old: self[keyPath: keyPath], mutation: mutation(self[keyPath: keyPath]))
        var change = begun
        var made: CollectionMutation<C>?
        KeyPathReading.edit(keyPath, of: self) { collection in
            // Elements and indexes are certain only here: handlers and other threads have made their changes.
            if begun.property != nil { made = mutation(collection) }
            body(&collection)
        } stored: {
            if Self.isShared { change.takeTurn() }
        }
        if let grouped = change.grouped {
            return grouped.take(self[keyPath: keyPath], present: turnReader(keyPath))
        }
        guard let made else {
            // Observers may have registered meanwhile.
            if Self.isShared, !begun.isSilent { property.tellNewcomers(of: self) { read(keyPath, taking: $0) } }
            return
        }
        property.didChange(change, of: self, as: made) {
            let present = self[keyPath: keyPath]
            return .setting(from: present, to: present)
        }
    }
}

extension RandomAccessCollection {
    /// Returns the index at an offset from the start.
    fileprivate func place(_ offset: Int) -> Index {
        index(startIndex, offsetBy: offset)
    }

    fileprivate func places(_ offsets: Range<Int>) -> Range<Index> {
        place(offsets.lowerBound)..<place(offsets.upperBound)
    }
}
