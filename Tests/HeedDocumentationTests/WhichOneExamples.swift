import Heed
import Testing

@Suite("The examples of Which one do I need?", .printing)
struct WhichOneExamples {
    struct AlbumAdded: HubMessage {
        let title: String
    }

    @KeyValueObservable
    final class Library: Sendable {
        let keystrokes = Subject<Character>()
        var count: Int = 0

        func add(_ title: String, to hub: NotificationHub) {
            count += 1
            hub.post(AlbumAdded(title: title), from: self)
        }
    }

    @Test("One class, four patterns")
    func all() {
        let hub = NotificationHub()
        let library = Library()
        let keys = library.keystrokes.attach { print("key", $0) }
        let added = hub.observe(AlbumAdded.self) { print("added", $0.title) }
        let count = library.observe(\.count) { print("count", $0) }
        library.keystrokes.notify("b")  // prints key b
        library.add("Blue Train", to: hub)  // prints count 1, then added Blue Train
        #expect(Page.lines == ["key b", "count 1", "added Blue Train"])
        withExtendedLifetime((keys, added, count)) {}
    }
}
