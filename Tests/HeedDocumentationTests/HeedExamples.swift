import Heed
import Testing

@Suite("The example of the first page", .printing)
struct HeedExamples {
    @KeyValueObservable
    final class Album {
        var title = ""
        var tracks: [String] = []
        var heading: String { "\(title) · \(tracks.count)" }
    }

    @Test("A computed property is observed")
    func heading() {
        let album = Album()
        let observation = album.observe(\.heading) { heading in print(heading) }
        album.title = "Blue Train"  // prints Blue Train · 0
        album.tracks.append("Locomotion")  // prints Blue Train · 1
        #expect(Page.lines == ["Blue Train · 0", "Blue Train · 1"])
        observation.invalidate()
    }
}
