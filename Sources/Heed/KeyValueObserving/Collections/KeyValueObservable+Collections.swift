// Changes that say themselves what they are. Nothing is compared and, with a stored property, nothing is copied: this is how a long
// collection is changed while somebody observes it.
extension KeyValueObservable {
    /// Puts an element into a collection. Observers get an ``KeyValueChangeKind/insertion`` of it.
    ///
    /// ```swift
    /// album.insert("Freddie Freeloader", at: 1, in: \.tracks)
    /// ```
    ///
    /// ## Behavior
    /// - Observers of the property get the kind, the positions, and as new value (and old value, of a removal or replacement) a
    ///   collection of just the elements concerned. Nothing is compared.
    /// - Observers of anything that depends on the property get a ``KeyValueChangeKind/setting``.
    /// - A call of ``KeyValueObservingOptions/prior`` carries the kind, the positions and the elements that will go.
    /// - Within ``withGroupedChanges(_:)`` or a pair of `willChangeValue(for:)` and `didChangeValue(for:)` it is part of that change.
    /// - A collection that this object does not store itself (of another object, or computed) is changed too, as a setting.
    /// - On a class that several threads share, the collection is changed under the property's lock: no other thread's change gets lost.
    ///
    /// - Parameters:
    ///   - newElement: What to put in.
    ///   - index: Where it will stand, counted from the start of the collection.
    ///   - keyPath: The collection, as a property of this object.
    /// - Complexity: As the collection's own `insert(_:at:)`.
    public func insert<C: RandomAccessCollection & RangeReplaceableCollection>(
        _ newElement: C.Element,
        at index: Int,
        in keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        insert(contentsOf: CollectionOfOne(newElement), at: index, in: keyPath)
    }

    /// Puts elements into a collection. Observers get one ``KeyValueChangeKind/insertion`` of all of them; see ``insert(_:at:in:)``.
    public func insert<C: RandomAccessCollection & RangeReplaceableCollection>(
        contentsOf newElements: some Collection<C.Element>,
        at index: Int,
        in keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        let positions = RangeSet(index..<index + newElements.count)
        change(keyPath, as: { _ in CollectionMutation(kind: .insertion, indexes: positions, new: C(newElements)) }) { collection in
            collection.insert(contentsOf: newElements, at: collection.place(index))
        }
    }

    /// Puts an element at the end of a collection. Observers get an ``KeyValueChangeKind/insertion`` of it; see ``insert(_:at:in:)``.
    public func append<C: RandomAccessCollection & RangeReplaceableCollection>(
        _ newElement: C.Element,
        to keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        append(contentsOf: CollectionOfOne(newElement), to: keyPath)
    }

    /// Puts elements at the end of a collection. Observers get one ``KeyValueChangeKind/insertion``; see ``insert(_:at:in:)``.
    public func append<C: RandomAccessCollection & RangeReplaceableCollection>(
        contentsOf newElements: some Collection<C.Element>,
        to keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        let mutation: (C) -> CollectionMutation<C> = { collection in
            let positions = RangeSet(collection.count..<collection.count + newElements.count)
            return CollectionMutation(kind: .insertion, indexes: positions, new: C(newElements))
        }
        change(keyPath, as: mutation) { $0.append(contentsOf: newElements) }
    }

    /// Takes an element out of a collection. Observers get a ``KeyValueChangeKind/removal`` of it; see ``insert(_:at:in:)``.
    ///
    /// - Returns: The element.
    @discardableResult
    public func remove<C: RandomAccessCollection & RangeReplaceableCollection>(
        at index: Int,
        from keyPath: ReferenceWritableKeyPath<Self, C>
    ) -> C.Element {
        let positions = RangeSet(index..<index + 1)
        var removed: C.Element?
        change(keyPath, as: { CollectionMutation(kind: .removal, indexes: positions, old: $0.elements(at: positions)) }) { collection in
            removed = collection.remove(at: collection.place(index))
        }
        return removed!
    }

    /// Takes the elements at some positions out of a collection. Observers get one ``KeyValueChangeKind/removal`` of all of them; see
    /// ``insert(_:at:in:)``.
    ///
    /// - Returns: The elements, in their order.
    @discardableResult
    public func remove<C: RandomAccessCollection & RangeReplaceableCollection>(
        at positions: RangeSet<Int>,
        from keyPath: ReferenceWritableKeyPath<Self, C>
    ) -> C {
        var removed = C()
        change(keyPath, as: { CollectionMutation(kind: .removal, indexes: positions, old: $0.elements(at: positions)) }) { collection in
            removed = collection.elements(at: positions)
            // From the back, so that the positions in front stay what they are.
            for range in positions.ranges.reversed() { collection.removeSubrange(collection.places(range)) }
        }
        return removed
    }

    /// Exchanges an element of a collection for another. Observers get a ``KeyValueChangeKind/replacement``; see ``insert(_:at:in:)``.
    public func replace<C: RandomAccessCollection & RangeReplaceableCollection>(
        at index: Int,
        with newElement: C.Element,
        in keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        replace(index..<index + 1, with: CollectionOfOne(newElement), in: keyPath)
    }

    /// Exchanges elements of a collection for as many others. Observers get one ``KeyValueChangeKind/replacement``; see
    /// ``insert(_:at:in:)``.
    ///
    /// - Parameters:
    ///   - range: The positions, counted from the start.
    ///   - newElements: As many elements as there are positions.
    ///   - keyPath: The collection, as a property of this object.
    public func replace<C: RandomAccessCollection & RangeReplaceableCollection>(
        _ range: Range<Int>,
        with newElements: some Collection<C.Element>,
        in keyPath: ReferenceWritableKeyPath<Self, C>
    ) {
        precondition(
            newElements.count == range.count,
            "Heed: a replacement exchanges elements for as many others: remove those in \(range) and insert the new ones instead"
        )
        let positions = RangeSet(range)
        let mutation: (C) -> CollectionMutation<C> = { collection in
            CollectionMutation(kind: .replacement, indexes: positions, old: collection.elements(at: positions), new: C(newElements))
        }
        change(keyPath, as: mutation) { $0.replaceSubrange($0.places(range), with: newElements) }
    }

    /// Puts a member into a set. Observers get an ``KeyValueChangeKind/insertion`` of it, or nothing if it is there already.
    ///
    /// - Returns: Whether it was put in.
    @discardableResult
    public func insert<Member>(_ member: Member, into keyPath: ReferenceWritableKeyPath<Self, Set<Member>>) -> Bool {
        guard !self[keyPath: keyPath].contains(member) else { return false }
        change(keyPath, as: { _ in CollectionMutation(kind: .insertion, new: [member]) }) { $0.insert(member) }
        return true
    }

    /// Takes a member out of a set. Observers get a ``KeyValueChangeKind/removal`` of it, or nothing if it is not there.
    ///
    /// - Returns: Whether it was taken out.
    @discardableResult
    public func remove<Member>(_ member: Member, from keyPath: ReferenceWritableKeyPath<Self, Set<Member>>) -> Bool {
        guard self[keyPath: keyPath].contains(member) else { return false }
        change(keyPath, as: { _ in CollectionMutation(kind: .removal, old: [member]) }) { $0.remove(member) }
        return true
    }

    /// Changes a collection in place and tells what the caller says it is.
    private func change<C>(
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
        let isShared = HeedSharing.self == SharedByThreads.self
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
