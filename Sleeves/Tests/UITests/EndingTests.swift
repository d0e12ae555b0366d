import Foundation
import Testing

extension UITests.WindowTests {
    /// However the program ends, it opens where it was left.
    @MainActor
    @Suite("Ending")
    struct EndingTests {
        @Test("Asked by a signal to end, the program ends with status 0 and remembers the chosen album", arguments: [SIGTERM, SIGINT])
        func asked(signal: Int32) async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                window.program.send(signal)
                #expect(try await window.program.finish(within: .seconds(60)) == 0)
                try await Self.expectRestored(albums[1], in: library, scene)
            }
        }

        @Test("A chosen album is saved while the program runs; killed after that, it has remembered the album")
        func killed() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("End")
                let last = albums[albums.count - 1]
                try await window.expectSelection(last)
                try await Eventually.holds("the choice is saved") {
                    try String(contentsOfFile: "\(library)/state.json", encoding: .utf8).contains(last.id)
                }
                window.program.send(SIGKILL)
                #expect(try await window.program.finish() == 128 + SIGKILL)
                try await Self.expectRestored(last, in: library, scene)
            }
        }

        @Test("Control-W closes the window as its button does, and the chosen album is remembered")
        func closed() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await window.press("ctrl+w")
                #expect(try await window.program.finish() == 0)
                try await Self.expectRestored(albums[1], in: library, scene)
            }
        }

        @Test("While nothing happens, no thread of the program wakes up", arguments: ["wall", "strip"])
        func idle(layout: String) async throws {
            try await Scene.play { scene in
                scene.animates = true
                let library = try await SleevesCommand.makeLibrary(in: scene)
                try SleevesWindow.prepare(library, as: layout)
                let window = try await SleevesWindow.open(library, in: scene)
                _ = try await Eventually.still("all threads sleep", for: .seconds(3)) {
                    ProcessTable.wakeUps(of: window.program.identifier)
                }
            }
        }

        private static func expectRestored(_ album: ListedAlbum, in library: String, _ scene: Scene) async throws {
            let window = try await SleevesWindow.open(library, in: scene)
            try await window.expectSelection(album)
        }
    }
}
