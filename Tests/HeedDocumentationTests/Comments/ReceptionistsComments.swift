import Heed
import Testing

@Suite("The examples in the comments of Receptionists", .printing, .timeLimit(.minutes(10)))
struct ReceptionistsComments {
    @KeyValueObservable
    final class Cover: Sendable {
        var image: String?
    }

    @KeyValueObservable
    final class Album: Sendable {
        var title = ""
    }

    @MainActor
    final class Picture {
        func show(_ image: String?) { print("shown:", image ?? "nothing") }
    }

    @MainActor
    final class Label {
        let shown = Subject<String>()
        var text = "" {
            didSet { shown.notify(text) }
        }
    }

    @Test("A receptionist delivers the changes to a view")
    @MainActor
    func receptionist() async {
        let cover = Cover()
        let picture = Picture()
        let receptionist = Receptionist(for: .values(of: cover, \.image), on: .mainActor) { image in
            picture.show(image)
        }
        cover.image = "blue.png"
        #expect(await Page.next() == "shown: nothing")
        #expect(await Page.next() == "shown: blue.png")
        receptionist.invalidate()
    }

    @Test("A source maps values and removes duplicates")
    @MainActor
    func source() async throws {
        let album = Album()
        let label = Label()
        var shown = label.shown.values().makeAsyncIterator()
        album.title = "Blue Train"
        let titles = ObservationSource.values(of: album, \.title)
            .filter { !$0.isEmpty }
            .removeDuplicates()
        let receptionist = Receptionist(for: titles, on: .mainActor, delivering: .latest) { title in label.text = title }
        #expect(await shown.next() == "Blue Train")
        album.title = "Blue Train"
        album.title = "Lush Life"
        #expect(await shown.next() == "Lush Life")
        receptionist.invalidate()
    }

    struct CoverRequested: HubMessage {
        let album: Int
    }

    @MainActor
    final class CoverQueue {
        var hub: NotificationHub! = NotificationHub()
        var fetched: [Int] = []

        func fetchCover(of album: Int) async { fetched.append(album) }

        func work() async {
            for await message in hub.messages(CoverRequested.self, buffering: .buffered(64, .dropOldest)) {
                await fetchCover(of: message.album)
            }
        }
    }

    @Test("A loop receives messages at its own pace")
    @MainActor
    func sequence() async {
        let desk = CoverQueue()
        // Runs when the loop waits for the first message.
        Task {
            for album in 1...3 { desk.hub.post(CoverRequested(album: album)) }
            desk.hub = nil
        }
        await desk.work()
        #expect(desk.fetched == [1, 2, 3])
    }
}
