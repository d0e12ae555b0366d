/// A first-in, first-out queue, with all operations at amortized O(1).
struct Fifo<Element> {
    /// The elements to remove first, in reverse order.
    private var front: [Element] = []
    /// The elements added since, newest last.
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    /// The element to remove first.
    var first: Element? { front.last ?? back.first }

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

    /// Replaces the newest element.
    ///
    /// - Returns: The replaced element.
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

    /// Removes and returns a number of elements, or all if there are fewer.
    mutating func pop(_ number: Int) -> [Element] {
        guard number < count || !front.isEmpty else {
            defer { back = [] }
            return back
        }
        return (0..<min(number, count)).map { _ in popFirst()! }
    }
}

extension Fifo: Sendable where Element: Sendable {}
