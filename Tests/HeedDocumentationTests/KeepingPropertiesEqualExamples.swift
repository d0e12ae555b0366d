import Heed
import Testing

@Suite("The examples of Bindings")
struct KeepingPropertiesEqualExamples {
    @KeyValueObservable
    final class Album {
        var title = ""
        var year = 1957
    }

    @KeyValueObservable
    final class Field {
        var text = ""
    }

    @Test("In one direction, with a conversion")
    func oneWay() {
        let album = Album()
        let label = Field()
        let binding = album.bind(\.year, to: label, \.text) { "released in \($0)" }
        // label.text is "released in 1957"
        album.year = 1958
        // label.text is "released in 1958"
        #expect(label.text == "released in 1958")
        binding.invalidate()
    }

    @Test("In both directions")
    func bothWays() {
        let album = Album()
        let field = Field()
        let binding = album.bindBothWays(\.title, to: field, \.text)
        field.text = "Blue Train"
        // album.title is "Blue Train"
        binding.invalidate()
        field.text = "Lush Life"
        // album.title is still "Blue Train"
        #expect(album.title == "Blue Train")
    }

    @Test("In both directions, with a conversion and its inverse")
    func conversion() {
        let album = Album()
        let field = Field()
        let binding = album.bindBothWays(\.year, to: field, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
        field.text = "0057"
        // album.year is 57, and field.text stays as it was typed
        #expect(album.year == 57)
        #expect(field.text == "0057")
        binding.invalidate()
    }

    @KeyValueObservable
    final class Download: Sendable {
        var fraction: Double = 0.25
    }

    @MainActor
    final class ProgressBar {
        var value = 0.0
    }

    @Test("From any thread to the main actor")
    @MainActor
    func mainActor() {
        let download = Download()
        let bar = ProgressBar()
        let binding = download.bind(\.fraction, to: bar, \.value, on: .mainActor)
        #expect(bar.value == 0.25)
        binding.invalidate()
    }
}
