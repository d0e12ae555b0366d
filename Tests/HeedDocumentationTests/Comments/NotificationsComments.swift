import Heed
import Testing

@Suite("The examples in the comments of Notifications", .printing, .timeLimit(.minutes(10)))
struct NotificationsComments {
    struct Album: Identifiable {
        let id: Int
    }

    enum Requests {
        struct CoverRequested: HubMessage {
            let album: Album.ID
        }
    }

    struct LibraryChanged: HubMessage {}

    @Test("A hub broadcasts messages")
    func hub() {
        struct DiskFull: HubMessage { let bytesFree: Int }

        let hub = NotificationHub()
        let observation = hub.observe(DiskFull.self) { print($0.bytesFree, "bytes left") }
        hub.post(DiskFull(bytesFree: 512))  // prints 512 bytes left
        #expect(Page.lines == ["512 bytes left"])
        observation.invalidate()
    }

    @Test("A message carries its type's properties")
    func message() {
        let hub = NotificationHub()
        let observation = hub.observe(Requests.CoverRequested.self) { print("cover of", $0.album) }
        hub.post(Requests.CoverRequested(album: 7))
        #expect(Page.lines == ["cover of 7"])
        observation.invalidate()
    }

    final class Record {}

    enum Titles {
        struct TitleChanged: HubMessage {
            typealias Sender = Record
        }
    }

    @Test("A message may name the class of its senders")
    func sender() {
        let (hub, record) = (NotificationHub(), Record())
        let observation = hub.observe(Titles.TitleChanged.self, from: record) { _ in print("changed") }
        hub.post(Titles.TitleChanged(), from: Record())
        hub.post(Titles.TitleChanged(), from: record)
        #expect(Page.lines == ["changed"])
        observation.invalidate()
    }

    @MainActor
    final class Console {
        struct DiskFull: HubMessage { let bytesFree: Int }

        var hub: NotificationHub! = NotificationHub()

        func listen() async {
            for await message in hub.messages(DiskFull.self) { print(message.bytesFree) }
        }
    }

    @Test("A loop receives the messages until the hub is deallocated")
    @MainActor
    func messages() async {
        let console = Console()
        // Runs when the loop waits for the first message.
        Task {
            console.hub.post(Console.DiskFull(bytesFree: 512))
            console.hub.post(Console.DiskFull(bytesFree: 256))
            console.hub = nil
        }
        await console.listen()
        #expect(Page.lines == ["512", "256"])
    }

    @Test("A queue posts one message for several of a type")
    @MainActor
    func queue() async throws {
        let hub = NotificationHub()
        let posted = hub.messages(LibraryChanged.self)
        let queue = NotificationQueue(hub: hub, on: .mainActor)
        queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)
        queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)  // one message is posted
        #expect(queue.waitingCount == 1)
        var iterator = posted.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(queue.waitingCount == 0)
    }
}
