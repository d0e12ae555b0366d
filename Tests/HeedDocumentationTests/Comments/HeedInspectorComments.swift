import Foundation
import Heed
import HeedInspector
import Testing

@Suite("The examples in the comments of HeedInspector")
struct HeedInspectorComments {
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
            #expect(Page.lines.last == "Album.title changed")
            withExtendedLifetime(token) {}
        }
    }

    #if os(Linux)
        @Test("A process looks at those that permit it")
        func processes() async {
            await #expect(processExitsWith: .success) {
                let folder = FileManager.default.temporaryDirectory.appending(path: "heed-\(getpid())")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                setenv("XDG_RUNTIME_DIR", folder.path(), 1)
                let server = try InspectorServer(session: Inspector.session)
                for process in InspectorConnection.processes() {
                    let report = try InspectorConnection(process: process).report(since: 0)
                    print(process, report.observers.count)
                }
                #expect(Page.lines == ["\(getpid()) 0"])
                server.stop()
            }
        }
    #endif
}
