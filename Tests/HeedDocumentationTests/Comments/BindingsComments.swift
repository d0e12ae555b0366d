import Heed
import Testing

@Suite("The examples in the comments of Bindings", .timeLimit(.minutes(10)))
struct BindingsComments {
    @KeyValueObservable
    final class Album {
        var title = ""
        var year = 1957
    }

    final class Label {
        var text = ""
    }

    @KeyValueObservable
    final class Field {
        var text = ""
    }

    @KeyValueObservable
    final class Download: Sendable {
        var progress = 0.0
    }

    @MainActor
    final class Bar {
        let shown = Subject<Double>()
        var fraction = -1.0 {
            didSet { shown.notify(fraction) }
        }
    }

    private let album = Album()
    private let label = Label()
    private let field = Field()

    @Test("A label follows a title")
    func oneWay() {
        let binding = album.bind(\.title, to: label, \.text)
        album.title = "Blue Train"  // label.text is "Blue Train"
        #expect(label.text == "Blue Train")
        binding.invalidate()
    }

    @Test("A label follows a year")
    func converted() {
        let binding = album.bind(\.year, to: label, \.text, transform: { "\($0)" })
        #expect(label.text == "1957")
        album.year = 1958
        #expect(label.text == "1958")
        binding.invalidate()
    }

    @Test("A field and a title are equal")
    func bothWays() {
        let binding = album.bindBothWays(\.title, to: field, \.text)
        field.text = "Blue Train"  // album.title is "Blue Train"
        #expect(album.title == "Blue Train")
        binding.invalidate()
    }

    @Test("A field and a year agree")
    func bothWaysConverted() {
        let binding = album.bindBothWays(\.year, to: field, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
        field.text = "0057"  // album.year is 57, and the text stays as it was typed
        #expect(album.year == 57)
        #expect(field.text == "0057")
        binding.invalidate()
    }

    @Test("A bar follows a download that changes on any thread")
    @MainActor
    func onMainActor() async throws {
        let download = Download()
        let bar = Bar()
        var shown = bar.shown.values().makeAsyncIterator()
        let binding = download.bind(\.progress, to: bar, \.fraction)
        #expect(bar.fraction == 0)
        await Task.detached { download.progress = 0.5 }.value
        #expect(await shown.next() == 0)
        #expect(await shown.next() == 0.5)
        binding.invalidate()
    }
}
