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
/// - With a policy that may drop, changes of a collection's elements come as settings, with whole values.
/// - With ``DeliveryPolicy/latest``, ``DeliveryPolicy/debounced(for:clock:)`` and ``DeliveryPolicy/throttled(for:clock:)`` a change's old
///   value is the new value that the loop was last given.
/// - Listening ends when the sequence and its iterators are released.
public struct ObservedSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// A loop over the sequence never throws.
    public typealias Failure = Never

    private let subscription: Subscription<Element>

    /// Listens to a source, whatever it is made of.
    ///
    /// - Parameters:
    ///   - source: What to listen to.
    ///   - policy: What becomes of elements that come while the loop is busy. All of them wait, unless you say otherwise.
    /// - Threading: Make it where what the source names may be read. It may be iterated anywhere.
    public init(_ source: ObservationSource<Element>, buffering policy: DeliveryPolicy = .every) {
        let chain = policy.rule.folds ? source.makeChain?() : nil
        let storage = SequenceStorage<Element>(policy, link: chain?.link)
        let listener = Listening(isFolding: policy.rule.folds, needsWholeValues: policy.rule.mayDrop, ended: storage.finish)
        let observer = source.start(listener) { element in
            chain?.note(element)
            storage.offer(element)
        }
        subscription = Subscription(storage, observer)
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
