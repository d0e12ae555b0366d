/// What became of a collection that was changed in place: how, where, and which elements.
struct CollectionMutation<Value> {
    let kind: KeyValueChangeKind
    /// In the collection before a removal, after an insertion, in both for a replacement. `nil` where elements have no positions.
    var indexes: RangeSet<Int>?
    /// The elements that were taken out, as a collection of their own.
    var old: Value?
    /// The elements that were put in, as a collection of their own.
    var new: Value?

    /// Whether changes of values of this type may be told as changes of their elements.
    static var isPossible: Bool { Value.self is any RandomAccessCollection.Type || Value.self is any MemberCollection.Type }

    /// Compares a value before and after a change in place.
    ///
    /// - Returns: `nil` where the change is to be told as a setting: for a value that is no collection, for elements that cannot be
    ///   compared, for equal collections, and for elements that were exchanged for more or fewer others.
    /// - Complexity: O(n), at most twice as many comparisons as there are elements.
    static func found(from old: Value, to new: Value) -> CollectionMutation? {
        // Which protocols a property's type conforms to is not known where the property is generic; so it is asked for here.
        if let comparing = ElementComparison<Value>.self as? any ComparesEqualElements.Type {
            return comparing.mutation(from: old, to: new) as? CollectionMutation
        }
        if let comparing = ElementComparison<Value>.self as? any ComparesSameElements.Type {
            return comparing.mutation(from: old, to: new) as? CollectionMutation
        }
        if let comparing = Value.self as? any MemberCollection.Type {
            return comparing.mutation(from: old, to: new) as? CollectionMutation
        }
        return nil
    }
}

/// Stands for a type of collection; conforms to what its elements allow.
private enum ElementComparison<Value> {}

/// An ordered collection whose elements are told apart by `==`.
private protocol ComparesEqualElements {
    static func mutation(from old: Any, to new: Any) -> Any?
}

/// An ordered collection whose elements are objects, told apart by identity.
private protocol ComparesSameElements {
    static func mutation(from old: Any, to new: Any) -> Any?
}

extension ElementComparison: ComparesEqualElements
where Value: RandomAccessCollection & RangeReplaceableCollection, Value.Element: Equatable {
    static func mutation(from old: Any, to new: Any) -> Any? {
        CollectionDifferences(from: old as! Value, to: new as! Value, areEqual: ==).mutation
    }
}

extension ElementComparison: ComparesSameElements
where Value: RandomAccessCollection & RangeReplaceableCollection, Value.Element: AnyObject {
    static func mutation(from old: Any, to new: Any) -> Any? {
        CollectionDifferences(from: old as! Value, to: new as! Value, areEqual: ===).mutation
    }
}

/// A collection without positions, whose changes are told by the members that came and went.
protocol MemberCollection {
    /// A ``CollectionMutation`` of `Self`, or `nil` if the same members are in both.
    static func mutation(from old: Any, to new: Any) -> Any?
}

extension MemberCollection {
    fileprivate static func mutation(removed: Self, inserted: Self, isEmpty: (Self) -> Bool) -> CollectionMutation<Self>? {
        switch (isEmpty(removed), isEmpty(inserted)) {
        case (true, true): nil
        case (true, false): CollectionMutation(kind: .insertion, new: inserted)
        case (false, true): CollectionMutation(kind: .removal, old: removed)
        case (false, false): CollectionMutation(kind: .replacement, old: removed, new: inserted)
        }
    }
}

extension Set: MemberCollection {
    static func mutation(from old: Any, to new: Any) -> Any? {
        let (old, new) = (old as! Set, new as! Set)
        return mutation(removed: old.subtracting(new), inserted: new.subtracting(old), isEmpty: \.isEmpty)
    }
}

extension Dictionary: MemberCollection where Value: Equatable {
    static func mutation(from old: Any, to new: Any) -> Any? {
        let (old, new) = (old as! Dictionary, new as! Dictionary)
        return mutation(
            removed: old.filter { new[$0.key] != $0.value },
            inserted: new.filter { old[$0.key] != $0.value },
            isEmpty: \.isEmpty
        )
    }
}
