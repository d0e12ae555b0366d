import Synchronization

/// The changes of an observed value, one after the other. ``KeyValueObservable/changes(of:options:buffering:)`` makes it.
///
/// ## Behavior
/// - Changes made on one thread arrive in order.
/// - Changes that nobody has taken yet are kept as its ``KeyValueChangeBuffer`` says; what is dropped is counted.
/// - With a buffer that may drop, changes of a collection's elements come as settings, with whole values.
/// - It ends when the object has died, after the changes that are kept.
/// - Cancelling the task that iterates ends it at once and removes the observer; so does releasing the sequence and its iterators.
/// - The object is not kept alive.
/// - It is for one loop: several loops share the changes.
///
/// - Threading: May be used on any thread.
public struct KeyValueChanges<Value: Sendable>: AsyncSequence, Sendable {
    /// What the sequence is made of.
    public typealias Element = KeyValueChange<Value>
    /// It does not throw.
    public typealias Failure = Never

    private let stream: AsyncStream<Element>
    private let dropped = DropCount()

    init(
        buffering buffer: KeyValueChangeBuffer,
        start: (_ yield: @escaping (Element) -> Void, _ finish: @escaping @Sendable () -> Void) -> Registration
    ) {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: buffer.policy())
        self.stream = stream
        let observer = start(
            { [dropped] change in if case .dropped = continuation.yield(change) { dropped.increment() } },
            { continuation.finish() }
        )
        continuation.onTermination = { _ in observer.cancel() }
    }

    /// How many changes were dropped because nobody took them in time.
    public var droppedCount: Int { dropped.value }

    /// Takes the changes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var base: AsyncStream<Element>.Iterator

        fileprivate init(_ base: AsyncStream<Element>.Iterator) {
            self.base = base
        }

        /// Waits for the next change. `nil` at the end.
        public mutating func next() async -> Element? {
            await base.next()
        }

        /// Waits for the next change in the caller's isolation. `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await base.next(isolation: actor)
        }
    }

    /// Takes the changes one by one.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream.makeAsyncIterator())
    }
}

extension KeyValueChangeBuffer {
    fileprivate func policy<Element>() -> AsyncStream<Element>.Continuation.BufferingPolicy {
        switch rule {
        case .unbounded: .unbounded
        case .newest(let limit): .bufferingNewest(limit)
        case .oldest(let limit): .bufferingOldest(limit)
        }
    }
}

/// Counts up, from any thread.
private final class DropCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() {
        count.wrappingAdd(1, ordering: .relaxed)
    }
}
