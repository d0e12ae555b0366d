/// What an observed thing sends, for a `for await` loop.
///
/// ```swift
/// for await message in hub.messages(CoverRequested.self, buffering: .buffered(64, .dropOldest)) {
///     await fetchCover(of: message.album)
/// }
/// ```
///
/// ## Behavior
/// - Listening begins when the sequence is made, not when the loop begins: nothing that is sent in between is missed.
/// - What comes while the loop is busy waits, as the ``DeliveryPolicy`` says; what the policy drops is counted.
/// - It ends when what is observed has died, after what waits then has been taken; when the task is cancelled, at once.
/// - It does not keep what is observed alive.
/// - It has one line: where several loops share a sequence, each element goes to one of them, and it ends for all when one is cancelled.
/// - Listening ends when the sequence and its iterators are released.
public struct ObservedSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// A loop over the sequence never throws.
    public typealias Failure = Never

    private let subscription: Subscription<Element>

    init(_ policy: DeliveryPolicy, start: (SequenceStorage<Element>) -> Registration) {
        let storage = SequenceStorage<Element>(policy)
        subscription = Subscription(storage, start(storage))
    }

    /// How many elements the policy has dropped in favour of others.
    public var droppedCount: Int { subscription.storage.droppedCount }

    /// An iterator, which takes from the sequence's one line.
    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription)
    }

    /// Takes elements from the sequence's line.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let subscription: Subscription<Element>

        /// The next element, as soon as there is one; `nil` when there will be none any more.
        public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await subscription.next(isolation: actor)
        }
    }
}

/// Listens as long as it exists.
private final class Subscription<Element: Sendable>: Sendable {
    let storage: SequenceStorage<Element>
    private let observer: Registration

    init(_ storage: SequenceStorage<Element>, _ observer: Registration) {
        self.storage = storage
        self.observer = observer
    }

    deinit {
        end()
    }

    private func end() {
        observer.cancel()
        storage.close()
    }

    func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: actor) { storage.serve($0) }
        } onCancel: {
            end()
        }
    }
}
