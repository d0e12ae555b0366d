import DisplayTesting
import Glibc
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A main loop source")
    struct MainLoopSourceTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("A timer fires once")
        func once() {
            var calls = 0
            let timer = MainLoop.after(milliseconds: 0) { calls += 1 }
            #expect(timer.isActive)
            TestApplication.turn { calls == 1 }
            TestApplication.turnUntilIdle()
            #expect(calls == 1)
            #expect(!timer.isActive)
        }

        @Test("A timer that is cancelled, or released, does not fire")
        func cancelled() {
            var calls = 0
            let cancelled = MainLoop.after(milliseconds: 0) { calls += 1 }
            cancelled.cancel()
            cancelled.cancel()
            _ = MainLoop.after(milliseconds: 0) { calls += 1 }
            var isOver = false
            let last = MainLoop.after(milliseconds: 1) { isOver = true }
            TestApplication.turn { isOver }
            withExtendedLifetime(last) {}
            #expect(calls == 0)
        }

        @Test("A series ends when its closure says so, or cancels it")
        func series() {
            var (says, cancels) = (0, 0)
            let saying = MainLoop.every(milliseconds: 0) {
                says += 1
                return says < 3
            }
            var cancelling: MainLoopSource?
            cancelling = MainLoop.every(milliseconds: 0) {
                cancels += 1
                if cancels == 2 { cancelling?.cancel() }
                return true
            }
            TestApplication.turn { says == 3 && cancels == 2 }
            TestApplication.turnUntilIdle()
            #expect((says, cancels) == (3, 2))
            #expect(!saying.isActive)
            #expect(cancelling?.isActive == false)
        }

        @Test("A Unix signal arrives on the main loop, every time")
        func signals() {
            var calls = 0
            let source = MainLoop.onSignal(.hangUp) { calls += 1 }
            kill(getpid(), SIGHUP)
            TestApplication.turn { calls == 1 }
            kill(getpid(), SIGHUP)
            TestApplication.turn { calls == 2 }
            source.cancel()
        }
    }
}
