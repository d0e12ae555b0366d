import Foundation
import Testing

extension UITests {
    /// A file that a CUE sheet divides, from the command's import to its player.
    @MainActor
    @Suite("Albums of one file, by the command")
    struct SheetCommandTests {
        private static let sheet = """
            PERFORMER "The Silent"
            TITLE "One File"
            REM DATE 1971
            FILE "One File.wav" WAVE
              TRACK 01 AUDIO
                TITLE "Dawn"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Noon"
                INDEX 01 00:20:00
              TRACK 03 AUDIO
                TITLE "Dusk"
                INDEX 01 01:05:37
            """

        /// Makes a library of the file and its sheet, on a bus of its own.
        private static func desktop(in scene: Scene) async throws -> PlayingDesktop {
            let folder = "\(scene.folder)/Music/One File"
            try SilentMusic.write(SilentMusic.Album(artist: "x", title: "x", seconds: [120]), to: folder)
            try FileManager.default.moveItem(atPath: "\(folder)/1.wav", toPath: "\(folder)/One File.wav")
            try Data(sheet.utf8).write(to: URL(filePath: "\(folder)/One File.cue"))
            let library = try await SleevesCommand.makeLibrary(of: "\(scene.folder)/Music", in: scene)
            return try await PlayingDesktop.start(in: scene, library: library)
        }

        @Test("It is listed, shown and exported with its tracks, and plays from each")
        func tracks() async throws {
            try await Scene.play { scene in
                let desktop = try await Self.desktop(in: scene)
                let listed = try await SleevesCommand.list(desktop.library, in: scene)
                #expect(listed.map(\.details) == [["Artist": "The Silent", "Album": "One File", "Year": "1971", "Tracks": "3"]])
                let info = try await desktop.sleeves("info", "one file").output
                #expect(info.contains("1  Dawn  0:20\n") && info.contains("2  Noon  0:45\n") && info.contains("3  Dusk  0:54\n"))
                let export = "\(scene.folder)/all.json"
                #expect(try await desktop.sleeves("export", export).status == 0)
                let exported = try String(contentsOf: URL(filePath: export), encoding: .utf8)
                #expect(exported.contains("Dusk") && !exported.contains("segment") && !exported.contains(".wav"))

                let program = try await desktop.play("one", "file", "--from", "2")
                let noon: [String?] = ["Noon", "45.493000"]
                try await Eventually.equal("what plays", noon) {
                    let status = try await desktop.status
                    return [status.title, status.duration.map { String(format: "%f", $0) }]
                }
                try await Eventually.holds("its position is its own") { try await desktop.status.position.map { $0 < 44 } == true }
                try await desktop.playerctl("position", "44.9")
                try await Eventually.equal("the next track", "Dusk") { try await desktop.status.title }
                try await Eventually.holds("its own position") { try await desktop.status.position.map { $0 < 40 } == true }
                try await desktop.playerctl("previous")
                try await Eventually.equal("the track before", "Noon") { try await desktop.status.title }
                program.send(SIGINT)
                #expect(try await program.finish() == 130)
            }
        }

        @Test("A sheet that is named is imported with its files; one that is damaged is reported")
        func named() async throws {
            try await Scene.play { scene in
                _ = try await Self.desktop(in: scene)
                let path = "\(scene.folder)/Music/One File/One File.cue"
                let library = "\(scene.folder)/other"
                #expect(try await SleevesCommand.run("import", "--library", library, path, in: scene).status == 0)
                #expect(try await SleevesCommand.list(library, in: scene).map(\.trackCount) == [3])
                try Data(Self.sheet.replacing("01:05:37", with: "00:05:37").utf8).write(to: URL(filePath: path))
                let result = try await SleevesCommand.run("import", "--library", library, "\(scene.folder)/Music", in: scene)
                #expect(result.errors.contains("\(path): Track 3 does not begin after the one before it (line 13)"))
                #expect(try await SleevesCommand.list(library, in: scene).map(\.trackCount) == [1])
            }
        }
    }
}
