import Heed
import HeedInspector
import Testing

@Suite("The example of the first page of HeedInspector")
struct HeedInspectorExamples {
    @KeyValueObservable
    final class Album {
        var title = ""
        var heading: String { "♪ \(title)" }
    }

    @Test("A change is explained")
    func why() async {
        await #expect(processExitsWith: .success) {
            let album = Album()
            Inspector.start()
            let token = album.observe(\.heading) { print($0) }
            album.title = "Kind of Blue"
            print(Inspector.why(album, \.heading)!)
            #expect(Page.lines == ["♪ Kind of Blue", "Album.title changed"])
            withExtendedLifetime(token) {}
        }
    }
}
