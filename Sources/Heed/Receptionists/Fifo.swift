/// First in, first out; all at amortised O(1).
struct Fifo<Element> {
    /// What goes first, the very first at the end.
    private var front: [Element] = []
    /// What came since, the newest at the end.
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    mutating func append(_ element: Element) {
        back.append(element)
    }

    mutating func popFirst() -> Element? {
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        return front.popLast()
    }

    /// Puts an element in the place of the newest.
    ///
    /// - Returns: The one that was there.
    mutating func replaceLast(_ element: Element) -> Element? {
        var element = element
        if let last = back.indices.last {
            swap(&back[last], &element)
        } else if let last = front.indices.first {
            swap(&front[last], &element)
        } else {
            back.append(element)
            return nil
        }
        return element
    }

    /// Takes so many elements, or all if there are fewer.
    mutating func pop(_ number: Int) -> [Element] {
        guard number < count || !front.isEmpty else {
            defer { back = [] }
            return back
        }
        return (0..<min(number, count)).map { _ in popFirst()! }
    }
}

extension Fifo: Sendable where Element: Sendable {}
