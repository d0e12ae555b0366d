import Dispatch
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("GLib's context")
    struct GLibContextTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("Jobs run in the order in which they were enqueued, and not before the call returns")
        func order() {
            let log = Log()
            for number in 0..<1_000 { GLibContext.enqueue { log.entries.append(number) } }
            #expect(log.entries.isEmpty)
            TestApplication.turn { log.entries.count == 1_000 }
            #expect(log.entries == Array(0..<1_000))
        }

        @Test("Jobs that another thread enqueues run on the main actor, in order")
        func otherThread() {
            let log = Log()
            DispatchQueue.global().async {
                for number in 0..<1_000 { GLibContext.enqueue { log.entries.append(number) } }
            }
            TestApplication.turn { log.entries.count == 1_000 }
            #expect(log.entries == Array(0..<1_000))
        }

        @Test("An idle job runs after all enqueued jobs, including later ones")
        func idle() {
            let log = Log()
            GLibContext.enqueueWhenIdle { log.entries.append(3) }
            GLibContext.enqueue {
                log.entries.append(1)
                GLibContext.enqueue { log.entries.append(2) }
            }
            TestApplication.turn { log.entries.count == 3 }
            #expect(log.entries == [1, 2, 3])
        }

        @Test("A job's new job runs after the jobs that were already enqueued")
        func nested() {
            let log = Log()
            GLibContext.enqueue {
                log.entries.append(1)
                GLibContext.enqueue { log.entries.append(3) }
            }
            GLibContext.enqueue { log.entries.append(2) }
            TestApplication.turn { log.entries.count == 3 }
            #expect(log.entries == [1, 2, 3])
        }

        @Test("A job's closure is destroyed after it ran")
        func lifetime() {
            let log = Log()
            weak var weakLog: Log?
            do {
                let captured = Log()
                weakLog = captured
                GLibContext.enqueue {
                    captured.entries.append(1)
                    log.entries.append(1)
                }
            }
            #expect(weakLog != nil)
            TestApplication.turn { !log.entries.isEmpty }
            #expect(weakLog == nil)
        }
    }
}

@MainActor
private final class Log {
    var entries: [Int] = []
}
