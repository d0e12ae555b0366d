// Changes that say themselves what they are. Nothing is compared and, with a stored property, nothing is copied: this is how a long
// collection is changed while somebody observes it.
extension KeyValueObservable {
    /// A collection to be changed by calls that tell observers exactly what they do. Cocoa knows it as `mutableArrayValue(forKey:)`.
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

/// A collection in a property, for calls that tell observers exactly what they do. ``KeyValueObservable/mutableValue(for:)`` makes it.
///
/// The calls are those of Swift's own collections, with positions counted from the start.
///
/// ## Behavior
/// - Observers of the property get the kind, the positions, and as new value (and old value, of a removal or replacement) a
///   collection of just the elements concerned. Nothing is compared.
/// - Observers of anything that depends on the property get a ``KeyValueChangeKind/setting``.
/// - A call of ``KeyValueObservingOptions/prior`` carries the kind, the positions and the elements that will go.
/// - Within ``withGroupedChanges(_:)`` or a pair of `willChangeValue(for:)` and `didChangeValue(for:)` it is part of that change.
/// - A collection that the object does not store itself (of another object, or computed) is changed too, as a setting.
/// - On a class that several threads share, the collection is changed under the property's lock: no other thread's change gets lost.
///
/// - Threading: As the object.
/// - Complexity: Of each call, that of the collection's own.
public struct MutableCollectionValue<Object: KeyValueObservable, Value> {
    fileprivate let object: Object
    fileprivate let keyPath: ReferenceWritableKeyPath<Object, Value>

    private func change(_ mutation: (Value) -> CollectionMutation<Value>, _ body: (inout Value) -> Void) {
        object.change(keyPath, as: mutation, body)
    }
}

extension MutableCollectionValue where Value: RandomAccessCollection & RangeReplaceableCollection {
    /// Puts an element at the end: an ``KeyValueChangeKind/insertion``.
    public func append(_ newElement: Value.Element) {
        append(contentsOf: CollectionOfOne(newElement))
    }

    /// Puts elements at the end: one ``KeyValueChangeKind/insertion``.
    public func append(contentsOf newElements: some Collection<Value.Element>) {
        change { collection in
            let positions = RangeSet(collection.count..<collection.count + newElements.count)
            return CollectionMutation(kind: .insertion, indexes: positions, new: Value(newElements))
        } _: {
            $0.append(contentsOf: newElements)
        }
    }

    /// Puts an element in: an ``KeyValueChangeKind/insertion``.
    public func insert(_ newElement: Value.Element, at index: Int) {
        insert(contentsOf: CollectionOfOne(newElement), at: index)
    }

    /// Puts elements in: one ``KeyValueChangeKind/insertion``.
    public func insert(contentsOf newElements: some Collection<Value.Element>, at index: Int) {
        let positions = RangeSet(index..<index + newElements.count)
        change { _ in
            CollectionMutation(kind: .insertion, indexes: positions, new: Value(newElements))
        } _: {
            $0.insert(contentsOf: newElements, at: $0.place(index))
        }
    }

    /// Takes an element out: a ``KeyValueChangeKind/removal``.
    ///
    /// - Returns: The element.
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

    /// Takes the elements at some positions out: one ``KeyValueChangeKind/removal``.
    ///
    /// - Returns: The elements, in their order.
    @discardableResult
    public func removeSubranges(_ positions: RangeSet<Int>) -> Value {
        var removed = Value()
        change {
            CollectionMutation(kind: .removal, indexes: positions, old: $0.elements(at: positions))
        } _: { collection in
            removed = collection.elements(at: positions)
            // From the back, so that the positions in front stay what they are.
            for range in positions.ranges.reversed() { collection.removeSubrange(collection.places(range)) }
        }
        return removed
    }

    /// Exchanges elements for others: one ``KeyValueChangeKind/replacement`` if they are as many, else a ``KeyValueChangeKind/setting``.
    public func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Value.Element>) {
        let positions = RangeSet(range)
        func replace(_ collection: inout Value) { collection.replaceSubrange(collection.places(range), with: newElements) }
        change { collection in
            guard newElements.count == range.count else {
                var replaced = collection
                replace(&replaced)
                return .setting(from: collection, to: replaced)
            }
            return CollectionMutation(
                kind: .replacement,
                indexes: positions,
                old: collection.elements(at: positions),
                new: Value(newElements)
            )
        } _: {
            replace(&$0)
        }
    }

    /// The element at a position. Setting it is a ``KeyValueChangeKind/replacement``.
    public subscript(index: Int) -> Value.Element {
        get {
            let collection = object[keyPath: keyPath]
            return collection[collection.place(index)]
        }
        nonmutating set { replaceSubrange(index..<index + 1, with: CollectionOfOne(newValue)) }
    }
}

extension MutableCollectionValue {
    /// Puts a member into a set: an ``KeyValueChangeKind/insertion``, or nothing if it is there already.
    ///
    /// - Returns: Whether it was put in.
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

    /// Takes a member out of a set: a ``KeyValueChangeKind/removal``, or nothing if it is not there.
    ///
    /// - Returns: Whether it was taken out.
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
    /// Changes a collection in place and tells what the caller says it is.
    fileprivate func change<C>(
        _ keyPath: ReferenceWritableKeyPath<Self, C>,
        as mutation: (C) -> CollectionMutation<C>,
        _ body: (inout C) -> Void
    ) {
        guard let location = KeyPathReading.locate(keyPath, of: self) else {
            return body(&self[keyPath: keyPath])
        }
        guard location.notifies, let property = location.property, !property.isEmpty else {
            return KeyPathReading.edit(keyPath, of: self, body)
        }
        let isShared = _HeedSharing.self == _SharedByThreads.self
        let change = property.willChange(of: self, old: self[keyPath: keyPath], mutation: mutation(self[keyPath: keyPath]))
        var made: CollectionMutation<C>?
        KeyPathReading.edit(keyPath, of: self) { collection in
            // Only here is it certain what the elements and positions are: handlers and other threads have changed what they have.
            if change.property != nil { made = mutation(collection) }
            body(&collection)
        }
        if let grouped = change.grouped { return grouped.take(self[keyPath: keyPath], isShared: isShared) }
        guard let made else { return }
        property.didChange(change, of: self, as: made, isShared: isShared) {
            let present = self[keyPath: keyPath]
            return .setting(from: present, to: present)
        }
    }
}

extension RandomAccessCollection {
    /// The index so many places from the start.
    fileprivate func place(_ offset: Int) -> Index {
        index(startIndex, offsetBy: offset)
    }

    fileprivate func places(_ offsets: Range<Int>) -> Range<Index> {
        place(offsets.lowerBound)..<place(offsets.upperBound)
    }
}
