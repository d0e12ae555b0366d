/// The differences between two states of an ordered collection.
///
/// If the longer state contains the shorter one, in order, elements were inserted or removed. If both are equally long, elements were
/// replaced, each at its index. Any other difference has no kind of its own.
struct CollectionDifferences<Value: RandomAccessCollection & RangeReplaceableCollection> {
    let old: Value
    let new: Value
    let areEqual: (Value.Element, Value.Element) -> Bool

    init(from old: Value, to new: Value, areEqual: @escaping (Value.Element, Value.Element) -> Bool) {
        self.old = old
        self.new = new
        self.areEqual = areEqual
    }

    var mutation: CollectionMutation<Value>? {
        if old.count == new.count {
            let replaced = differingPositions
            guard !replaced.isEmpty else { return nil }
            return CollectionMutation(
                kind: .replacement,
                indexes: replaced,
                old: old.elements(at: replaced),
                new: new.elements(at: replaced)
            )
        }
        if old.count < new.count {
            guard let inserted = extraPositions(in: new, beside: old) else { return nil }
            return CollectionMutation(kind: .insertion, indexes: inserted, new: new.elements(at: inserted))
        }
        guard let removed = extraPositions(in: old, beside: new) else { return nil }
        return CollectionMutation(kind: .removal, indexes: removed, old: old.elements(at: removed))
    }

    private var differingPositions: RangeSet<Int> {
        var positions = RangeSet<Int>()
        for (position, pair) in zip(old, new).enumerated() where !areEqual(pair.0, pair.1) {
            positions.insert(contentsOf: position..<position + 1)
        }
        return positions
    }

    /// Finds the shorter collection in the longer one.
    ///
    /// - Returns: The indexes of the longer one's extra elements, or `nil` if it doesn't contain the shorter one in order.
    private func extraPositions(in longer: Value, beside shorter: Value) -> RangeSet<Int>? {
        // First strip the common prefix and suffix: mostly, that leaves nothing in between to search.
        var prefix = 0
        while prefix < shorter.count, areEqual(longer.element(prefix), shorter.element(prefix)) { prefix += 1 }
        var suffix = 0
        while suffix < shorter.count - prefix,
            areEqual(longer.element(longer.count - 1 - suffix), shorter.element(shorter.count - 1 - suffix))
        {
            suffix += 1
        }
        var extra = RangeSet<Int>()
        var matched = prefix
        for position in prefix..<longer.count - suffix {
            if matched < shorter.count - suffix, areEqual(longer.element(position), shorter.element(matched)) {
                matched += 1
            } else {
                extra.insert(contentsOf: position..<position + 1)
            }
        }
        return matched == shorter.count - suffix ? extra : nil
    }
}

extension RandomAccessCollection {
    /// Returns the element at an offset from the start.
    fileprivate func element(_ offset: Int) -> Element {
        self[index(startIndex, offsetBy: offset)]
    }
}

extension RandomAccessCollection where Self: RangeReplaceableCollection {
    /// Returns the elements at these offsets from the start, as a collection of their own.
    func elements(at positions: RangeSet<Int>) -> Self {
        var elements = Self()
        for range in positions.ranges {
            let start = index(startIndex, offsetBy: range.lowerBound)
            elements.append(contentsOf: self[start..<index(start, offsetBy: range.count)])
        }
        return elements
    }
}
