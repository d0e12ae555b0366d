import Foundation
import Heed
import HeedInspector
import Testing

/// In a process of its own, because a process has only one recording.
@Suite("The examples of seeing what happens")
struct SeeingWhatHappensExamples {
    @KeyValueObservable
    final class Album {
        var title = ""
        var artist = ""
        var heading: String { "\(artist): \(title)" }
    }

    @KeyValueObservable
    final class Label {
        var text = ""
    }

    @Test("Each question has its answer")
    func questions() async {
        await #expect(processExitsWith: .success) {
            let page = Page.current
            Inspector.start()
            let (album, label, other) = (Album(), Label(), Album())
            let shown = label.observe(\.text) { _ in }
            let token = album.observe(\.heading) { label.text = $0 }
            for observer in Inspector.snapshot(of: album).observers {
                print(observer.keyPath ?? "a property", "is observed by", observer.kind)
            }
            // prints Album.heading is observed by keyPath
            #expect(page.lines.last == "Album.heading is observed by keyPath")

            let place = try #require(Inspector.snapshot(of: album).observers.first?.place)
            #expect(place.fileID == #fileID)
            album.title = "Blue Train"
            print(Inspector.why(label, \.text)!)
            #expect(
                page.lines.last == """
                    Album.title changed
                      the handler at \(place) received it
                        Label.text changed
                    """
            )

            func show(_ album: Album) {
                _ = album.observe(\.title) { print($0) }
            }
            show(other)
            for obstacle in Inspector.whyNot(other, \.title) { print(obstacle.kind) }
            // prints tokenEnded
            #expect(page.lines.last == "tokenEnded")

            var kept: ObservationToken?
            do {
                let album = Album()
                kept = album.observe(\.title) { print($0) }
            }
            for leak in Inspector.leaks() { print(leak.kind, leak.name) }
            // prints observedObjectIsGone Album.title
            #expect(page.lines.last == "observedObjectIsGone Album.title")

            let times = Inspector.handlerTimes()
            print(times[0].name, times[0].count, times[0].longest)
            #expect(times.contains { $0.name == "Label.text" && $0.count == 1 })

            let report = Inspector.report()
            let files = [report.dot, report.mermaid, report.traceJSON, report.json]
            #expect(files.allSatisfy { $0.contains("Album.title") || $0.contains("title") })
            withExtendedLifetime((shown, token, kept)) {}
        }
    }

    #if os(Linux)
        @Test("A process permits others of the same user to look at it")
        func server() async {
            await #expect(processExitsWith: .success) {
                let folder = FileManager.default.temporaryDirectory.appending(path: "heed-\(getpid())")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                setenv("XDG_RUNTIME_DIR", folder.path(), 1)
                let server = try InspectorServer(session: Inspector.session)
                #expect(server.path == folder.appending(path: "heed/\(getpid()).sock").path())
                server.stop()
            }
        }
    #endif
}
