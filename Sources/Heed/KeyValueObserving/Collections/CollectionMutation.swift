/// The change of a collection that was changed in place: its kind, indexes and elements.
struct CollectionMutation<Value> {
    let kind: KeyValueChangeKind
    /// The indexes before a removal, after an insertion, or both for a replacement; `nil` if elements have no indexes.
    var indexes: RangeSet<Int>?
    /// The removed elements, as a collection of their own.
    var old: Value?
    /// The inserted elements, as a collection of their own.
    var new: Value?

    /// Whether changes of values of this type can be reported as changes of their elements.
    static var isPossible: Bool { Value.self is any RandomAccessCollection.Type || Value.self is any MemberCollection.Type }

    /// Compares a value before and after a change in place.
    ///
    /// - Returns: `nil` if the change counts as a setting: for a value that isn't a collection, for elements that can't be compared, for
    ///   equal collections, and for elements that were replaced by more or fewer others.
    /// - Complexity: O(n), with at most twice as many comparisons as elements.
    static func found(from old: Value, to new: Value) -> CollectionMutation? {
        // A generic property doesn't reveal which protocols its type conforms to, so this looks them up at run time.
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

/// A type that represents a type of collection, with the conformances that its elements allow.
private enum ElementComparison<Value> {}

/// An ordered collection that compares its elements with `==`.
private protocol ComparesEqualElements {
    static func mutation(from old: Any, to new: Any) -> Any?
}

/// An ordered collection of objects, compared by identity.
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

/// A collection without indexes, whose changes report the inserted and removed members.
protocol MemberCollection {
    /// Returns a ``CollectionMutation`` of `Self`, or `nil` if both have the same members.
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
