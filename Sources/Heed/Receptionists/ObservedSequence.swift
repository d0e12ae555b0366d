/// An asynchronous sequence of the elements of an observation source.
///
/// ```swift
/// for await message in hub.messages(CoverRequested.self, buffering: .buffered(64, .dropOldest)) {
///     await fetchCover(of: message.album)
/// }
/// ```
///
/// ## Behavior
/// - Observation begins when the sequence is created, not when the loop begins: the loop misses nothing sent in between.
/// - Elements that arrive while the loop is busy wait, as the ``DeliveryPolicy`` says. The sequence counts the elements that the policy
///   drops.
/// - The sequence ends when the observed object has been deallocated and all waiting elements have been taken. Cancelling the task ends it
///   immediately.
/// - The sequence doesn't keep the observed object alive.
/// - It has a single buffer: if several loops share a sequence, each element goes to one of them. Cancelling one loop ends the sequence
///   for all.
/// - With a policy that may drop, changes of a collection's elements arrive as settings, with whole values.
/// - With ``DeliveryPolicy/latest``, ``DeliveryPolicy/debounced(for:leading:clock:)`` and ``DeliveryPolicy/throttled(for:clock:)``, a change's old
///   value is the new value that the loop last received. Changes from ``ObservationSource/merge(with:)`` keep their own old values.
/// - Observation ends when the sequence and its iterators are released.
public protocol ObservedSequence<Element>: AsyncSequence, Sendable where Failure == Never, AsyncIterator: _ObservedIterator {
    /// The number of elements that the policy has dropped for others.
    var droppedCount: Int { get }
}

/// An iterator of an ``ObservedSequence``.
public protocol _ObservedIterator<Element, Failure>: AsyncIteratorProtocol where Failure == Never {
    /// Returns the next element, or `nil` at the end. It stays in the caller's isolation, and doesn't throw.
    nonisolated(nonsending) mutating func next() async -> Element?
}

extension ObservationSource {
    /// Returns the elements of the source as an asynchronous sequence.
    ///
    /// - Parameter policy: What happens to elements that arrive while the loop is busy. By default all of them wait.
    /// - Threading: Call this where you can read the observed object. You can iterate the sequence anywhere.
    public func values(buffering policy: DeliveryPolicy = .every) -> some ObservedSequence<Element> {
        SubscribedSequence(self, buffering: policy)
    }
}

struct SubscribedSequence<Element: Sendable>: ObservedSequence {
    private let subscription: Subscription<Element>

    init(_ source: ObservationSource<Element>, buffering policy: DeliveryPolicy) {
        let chain = policy.rule.folds ? source.linking?.makeChain() : nil
        let storage = SequenceStorage<Element>(policy, link: chain?.link)
        let rule = policy.rule
        let listener = Listening(isFolding: rule.folds, isLinking: chain != nil, needsWholeValues: rule.mayDrop, ended: storage.finish)
        let observer = Recording.registering(storage) {
            source.start(listener) { element in
                chain?.note(element)
                storage.offer(element)
            }
        }
        subscription = Subscription(storage, observer)
    }

    var droppedCount: Int { subscription.storage.droppedCount }

    func makeAsyncIterator() -> Iterator {
        Iterator(subscription: subscription)
    }

    struct Iterator: _ObservedIterator {
        fileprivate let subscription: Subscription<Element>

        nonisolated(nonsending) func next() async -> Element? {
            await next(isolation: #isolation)
        }

        func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await subscription.next(isolation: actor)
        }
    }
}

/// A subscription that observes as long as it exists.
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
