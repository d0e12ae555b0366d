import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A signal connection")
    struct SignalConnectionTests {
        private let sender = GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("test", nil)))

        init() {
            _ = TestApplication.shared
        }

        private func emit() {
            g_action_activate(sender.opaque, nil)
        }

        @Test("The closure is called while the connection lives, and destroyed with it")
        func lifetime() {
            var calls = 0
            weak var captured: Captured?
            do {
                let object = Captured()
                captured = object
                let connection = SignalConnection(to: sender, "activate") { _ in
                    object.touch()
                    calls += 1
                }
                emit()
                emit()
                withExtendedLifetime(connection) {}
            }
            emit()
            #expect(calls == 2)
            #expect(captured == nil)
        }

        @Test("A connection that is released by its own handler is not called again, and nothing is destroyed under the call")
        func releaseDuringTheCall() {
            var calls = 0
            var connection: SignalConnection?
            connection = SignalConnection(to: sender, "activate") { _ in
                calls += 1
                #expect(connection != nil)
                connection = nil
                calls += 1
            }
            emit()
            emit()
            #expect(calls == 2)
        }

        @Test("Handlers are called in the order in which they were connected")
        func order() {
            var order: [Int] = []
            let connections = (0..<5).map { number in SignalConnection(to: sender, "activate") { _ in order.append(number) } }
            emit()
            withExtendedLifetime(connections) {}
            #expect(order == [0, 1, 2, 3, 4])
        }

        @Test("The object stays alive until the last connection is released")
        func ownsTheObject() {
            let finalisations = Finalisations()
            var connection: SignalConnection?
            do {
                let object = GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("other", nil)))
                finalisations.watch("action", object)
                connection = SignalConnection(to: object, "activate") { _ in }
            }
            #expect(finalisations.missing == ["action"])
            withExtendedLifetime(connection) {}
            connection = nil
            #expect(finalisations.missing == [])
        }

        @Test("A window asks its handler before it is closed by the user")
        func deciding() {
            let window = TestApplication.show(Label("Text"))
            var answers = [false, true]
            window.onCloseRequest = { answers.removeFirst() }
            var destroyed = 0
            window.onDestroy = { destroyed += 1 }
            window.close()
            TestApplication.turn { answers.count == 1 }
            #expect(!window.isDestroyed)
            window.close()
            TestApplication.turn { window.isDestroyed }
            window.destroy()
            #expect(destroyed == 1)
        }

        @Test("An unknown signal traps with its name")
        func unknownSignal() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run {
                    let action = GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("test", nil)))
                    _ = SignalConnection(to: action, "activated-twice") { _ in }
                }
            }
        }
    }
}

private final class Captured {
    func touch() {}
}
