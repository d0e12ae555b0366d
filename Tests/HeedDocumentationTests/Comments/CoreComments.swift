import Heed
import Synchronization
import Testing

@Suite("The examples in the comments of Core", .printing, .timeLimit(.minutes(10)))
struct CoreComments {
    struct CoverRequested: HubMessage {
        let album: Int
    }

    static let indexed = AsyncStream.makeStream(of: Int.self)

    actor Index {
        private var observation: ObservationToken?

        func start(_ hub: NotificationHub) {
            observation = hub.observe(CoverRequested.self, on: .actor(self)) { index, message in index.add(message.album) }
        }
    }

    @Test("An actor's handler is isolated to the actor")
    func actorContext() async {
        let hub = NotificationHub()
        let index = Index()
        await index.start(hub)
        hub.post(CoverRequested(album: 7))
        var added = Self.indexed.stream.makeAsyncIterator()
        #expect(await added.next() == 7)
        withExtendedLifetime(index) {}
    }

    struct LibraryChanged: HubMessage {}

    @MainActor
    final class List {
        func reload() { print("reloaded") }
    }

    @Test("A handler on the main actor runs before a post that is made there returns")
    @MainActor
    func mainActorAtOnce() {
        let hub = NotificationHub()
        let list = List()
        let observation = hub.observe(LibraryChanged.self, on: .mainActorAtOnce) { _ in list.reload() }
        hub.post(LibraryChanged())
        #expect(Page.lines == ["reloaded"])
        observation.invalidate()
    }

    @Test("An observer is called until its token is invalidated")
    func token() {
        let subject = Subject<Int>()
        let token = subject.attach { print($0) }
        subject.notify(1)  // prints 1
        token.invalidate()
        subject.notify(2)  // prints nothing
        #expect(Page.lines == ["1"])
    }

    @Test("An event loop is adapted as an execution context")
    func executionContext() {
        let hub = NotificationHub()
        let token = hub.observe(CoverRequested.self, on: .eventLoop) { message in print("album", message.album) }
        hub.post(CoverRequested(album: 7))
        #expect(Page.lines.isEmpty)
        EventLoop.main.runOnce()
        #expect(Page.lines == ["album 7"])
        token.invalidate()
    }
}

extension CoreComments.Index {
    private func add(_ album: Int) {
        CoreComments.indexed.continuation.yield(album)
    }
}

final class EventLoop: ExecutionContext {
    static let main = EventLoop()
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func execute(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
    }

    func runOnce() {
        let waiting = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in waiting { job() }
    }
}

extension ExecutionContext where Self == EventLoop {
    static var eventLoop: EventLoop { .main }
}
