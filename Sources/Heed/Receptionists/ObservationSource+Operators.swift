extension ObservationSource {
    /// Only the elements that satisfy a condition.
    ///
    /// - Parameter isIncluded: Called on the thread that makes the change.
    public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> ObservationSource {
        ObservationSource(makeChain: makeChain) { [start] listener, receive in
            start(listener) { element in
                if isIncluded(element) { receive(element) }
            }
        }
    }

    /// What a closure makes of each element.
    ///
    /// - Parameter transform: Called on the thread that makes the change.
    public func map<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) -> Mapped) -> ObservationSource<Mapped> {
        ObservationSource<Mapped> { [start] listener, receive in
            start(listener) { element in receive(transform(element)) }
        }
    }

    /// What a closure makes of each element, without those that it makes `nil` of.
    ///
    /// - Parameter transform: Called on the thread that makes the change.
    public func compactMap<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) -> Mapped?) -> ObservationSource<Mapped> {
        ObservationSource<Mapped> { [start] listener, receive in
            start(listener) { element in
                if let mapped = transform(element) { receive(mapped) }
            }
        }
    }

    /// Leaves out each element that is the same as the one before it.
    ///
    /// - Parameter areSame: Called on the thread that makes the change, without a lock.
    public func removeDuplicates(by areSame: @escaping @Sendable (Element, Element) -> Bool) -> ObservationSource {
        ObservationSource(makeChain: makeChain) { [start] listener, receive in
            let last = LastElement<Element>()
            return start(listener) { element in
                if last.replace(by: element, unless: areSame) { receive(element) }
            }
        }
    }
}

extension ObservationSource where Element: Equatable {
    /// Leaves out each element that equals the one before it.
    public func removeDuplicates() -> ObservationSource {
        removeDuplicates(by: ==)
    }
}

/// The element that came last.
///
/// What is protected by what: `content` by its lock. Elements are compared outside it; if another thread has put its own in meanwhile, they
/// are compared again.
private final class LastElement<Element: Sendable>: Sendable {
    private let content = Lock<(element: Element?, version: Int)>((nil, 0))

    /// - Returns: Whether the element is another than the last.
    func replace(by element: Element, unless areSame: (Element, Element) -> Bool) -> Bool {
        while true {
            let (last, version) = content.withLock { $0 }
            if let last, areSame(last, element) { return false }
            let isReplaced = content.withLock { content in
                guard content.version == version else { return false }
                content = (element, version + 1)
                return true
            }
            // `last` keeps what was replaced until here, outside the lock.
            if withExtendedLifetime(last, { isReplaced }) { return true }
        }
    }
}
