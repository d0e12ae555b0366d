import HeedFoundation
import Observation
import Synchronization
import Testing

@Suite("A bridge and key paths with arguments")
struct BridgeArgumentTests {
    @Test("Arguments of a key path can read the bridge from their hash and ==")
    func arguments() async {
        await #expect(processExitsWith: .success) {
            let catalogue = Catalogue()
            let observed = ObservationBridge(of: catalogue)
            Argument.action.withLock { $0 = { _ = observed[\.[Argument(number: 1)]] } }
            withObservationTracking {
                _ = observed[\.[Argument(number: 1)]]
                _ = observed[\.[Argument(number: 3)]]
            } onChange: {
                Argument.announcedCount.add(1, ordering: .relaxed)
            }
            catalogue.base = 1
            let counts = (Argument.announcedCount.load(ordering: .relaxed), Argument.callCount.load(ordering: .relaxed))
            #expect(counts.0 == 1)
            #expect(counts.1 > 0)
            #expect(observed[\.[Argument(number: 3)]] == 4)
        }
    }
}

@KeyValueObservable
private final class Catalogue: Sendable {
    var base = 0

    subscript(argument: Argument) -> Int { base + argument.number }
}

/// An argument whose functions run an action.
private struct Argument: Hashable, Sendable {
    static let action = Mutex<(@Sendable () -> Void)?>(nil)
    static let isRunning = Atomic(false)
    static let callCount = Atomic(0)
    static let announcedCount = Atomic(0)
    let number: Int

    static func run() {
        guard let action = action.withLock({ $0 }), !isRunning.exchange(true, ordering: .relaxed) else { return }
        callCount.add(1, ordering: .relaxed)
        action()
        isRunning.store(false, ordering: .relaxed)
    }

    static func == (left: Argument, right: Argument) -> Bool {
        run()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        Self.run()
        hasher.combine(number % 2)
    }
}
