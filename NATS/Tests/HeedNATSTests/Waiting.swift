import Heed
import NATSTestServer
import Synchronization

@testable import HeedNATS

/// Options that try again quickly.
func options(_ servers: Server...) -> ConnectionOptions {
    var options = ConnectionOptions(servers: servers.map(\.address))
    options.retryDelay = RetryDelay(initial: .milliseconds(10), limit: .milliseconds(50))
    return options
}

extension Connection {
    /// Subscribes for as long as the sequence exists.
    func messages(of subject: String) -> AsyncStream<ReceivedMessage> {
        AsyncStream { continuation in
            let subscription = subscribe(subject) { continuation.yield($0) }
            continuation.onTermination = { _ in subscription.invalidate() }
        }
    }

    /// Waits until the connection is in a state.
    func reaches(_ state: State) async {
        await becomes { $0.state == state }
    }

    /// Waits until a condition holds, which a change of the state, the problem or the count may bring about.
    func becomes(_ condition: @escaping @Sendable (Connection) -> Bool) async {
        await wait(for: [source(\.state), source(\.problem), source(\.droppedCount)]) { condition(self) }
    }
}

extension HubBridge {
    /// Waits until a condition holds, which a change of a property may bring about.
    func becomes(_ condition: @escaping @Sendable (HubBridge) -> Bool) async {
        await wait(for: [source(\.problem), source(\.droppedCount), source(\.unacknowledgedCount), source(\.rejections), source(\.isReady)])
        {
            condition(self)
        }
    }
}

extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    fileprivate func source<Value: Sendable>(_ keyPath: KeyPath<Self, Value> & Sendable) -> ObservationSource<Void> {
        ObservationSource<Value>.values(of: self, keyPath).map { _ in }
    }
}

/// A number that grows, for tasks that wait for each other's progress.
final class Progress: Sendable {
    private let changes = Subject<Void>()
    private let number = Mutex(0)

    func advance() {
        number.withLock { $0 += 1 }
        changes.notify(())
    }

    func reaches(_ expected: Int) async {
        await wait(for: [.values(of: changes)]) { number.withLock { $0 } >= expected }
    }
}

/// Waits until a condition holds, which one of the sources may bring about.
func wait(for sources: [ObservationSource<Void>], until condition: () -> Bool) async {
    let (turns, continuation) = AsyncStream.makeStream(of: Void.self)
    let receptionists = sources.map { Receptionist(for: $0) { continuation.yield() } }
    continuation.yield()
    for await _ in turns where condition() { break }
    withExtendedLifetime(receptionists) {}
}

extension ReceivedMessage {
    var text: String { String(decoding: payload, as: UTF8.self) }
}

extension AsyncSequence where Element: Sendable {
    func collected() async rethrows -> [Element] {
        var elements: [Element] = []
        for try await element in self { elements.append(element) }
        return elements
    }
}
