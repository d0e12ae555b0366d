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
