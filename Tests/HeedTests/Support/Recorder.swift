import Heed

/// A recorder of the values that handlers receive, from any thread, in order.
final class Recorder<Element: Sendable>: Sendable {
    private let recorded = Lock<[Element]>([])

    func record(_ element: Element) {
        recorded.withLock { $0.append(element) }
    }

    /// Removes and returns the recorded values.
    func removeAll() -> [Element] {
        recorded.withLock { recorded in
            defer { recorded = [] }
            return recorded
        }
    }

    var elements: [Element] { recorded.withLock { $0 } }
    var count: Int { recorded.withLock { $0.count } }
}
