import Heed
import Synchronization
import Testing

@Suite("The examples of Threads and isolation", .printing)
struct ThreadsAndIsolationExamples {
    @KeyValueObservable
    final class Draft {  // stays in one isolation
        var text = ""
    }

    @KeyValueObservable
    @MainActor
    final class Window {  // belongs to the main actor
        var title = ""
    }

    @KeyValueObservable
    final class Download: Sendable {  // used by several threads at once
        var fraction: Double = 0
    }

    final class EventLoop: Sendable {
        private let jobs = Mutex<[@Sendable () -> Void]>([])

        func add(_ job: @escaping @Sendable () -> Void) {
            jobs.withLock { $0.append(job) }
        }

        func turn() {
            let due = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in due { job() }
        }
    }

    struct LoopContext: ExecutionContext {
        let loop: EventLoop

        func execute(_ job: @escaping @Sendable () -> Void) {
            loop.add(job)
        }
    }

    @Test("A main-actor class gives its handlers the main actor's state")
    @MainActor
    func mainActor() {
        let headline = Window()
        let window = Window()
        let observation = window.observe(\.title) { title in
            headline.title = title  // the handler runs on the main actor, like the call of observe
        }
        window.title = "Sleeves"
        #expect(headline.title == "Sleeves")
        observation.invalidate()
    }

    @Test("A custom context runs handlers in its event loop")
    func context() {
        let loop = EventLoop()
        let download = Download()
        let receptionist = Receptionist(for: .values(of: download, \.fraction), on: LoopContext(loop: loop)) { print($0) }
        download.fraction = 0.5
        download.fraction = 1
        loop.turn()  // prints 0.0, 0.5 and 1.0
        #expect(Page.lines == ["0.0", "0.5", "1.0"])
        receptionist.invalidate()
    }

    @Test("A token is kept to the end of a scope")
    func tokens() {
        let subject = Subject<Int>()
        let token = subject.attach { print($0) }
        withExtendedLifetime(token) {
            subject.notify(1)  // prints 1
        }
        #expect(Page.lines == ["1"])
    }
}
