import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Opening albums and their folders with other programs")
    struct LaunchingTests {
        private static let audio = ["audio/mpeg", "audio/ogg", "audio/x-vorbis+ogg", "audio/mp4", "audio/x-opus+ogg", "audio/flac"]

        @Test("The default player gets the album's files in their order, the file manager its folder")
        func open() async throws {
            try await Scene.play { scene in
                let others = OtherPrograms(in: scene)
                try others.add("player", taking: "%U", for: Self.audio)
                try others.add("files", taking: "%u", for: ["inode/directory"])
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])

                try await window.openInPlayer()
                try await Eventually.holds("the player has the files") { others.opened(by: "player").last == "." }
                let played = others.opened(by: "player").dropLast().map { URL(filePath: path($0)).lastPathComponent }
                #expect(played == ["01 Compass Needle Strut.mp3", "02 Here Be Drummers.mp3", "03 Legend and Scale.mp3"])

                _ = try await window.click("Open Folder") { others.opened(by: "files").last == "." ? true : nil }
                let folder = path(try #require(others.opened(by: "files").first))
                #expect(URL(filePath: folder).lastPathComponent == "1974 - Uncharted Streets")
            }
        }

        @Test("Open Folder never opens Sleeves itself, although the person has chosen it for folders")
        func itself() async throws {
            try await Scene.play { scene in
                let others = OtherPrograms(in: scene)
                try others.add("org.heedswift.Sleeves", taking: "%U", for: ["inode/directory"])
                try others.add("files", taking: "%u", for: ["inode/directory"])
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.clickButton("Open Folder")
                try await Eventually.holds("the file manager has the folder") { others.opened(by: "files").last == "." }
                #expect(others.opened(by: "org.heedswift.Sleeves") == [])
            }
        }

        @Test("A player that takes one file at a time is given a list of them")
        func playlist() async throws {
            try await Scene.play { scene in
                let others = OtherPrograms(in: scene)
                try others.add("player", taking: "%u", for: Self.audio + ["audio/x-mpegurl"])
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.openInPlayer()
                try await Eventually.holds("the player has the list") { others.opened(by: "player").last == "." }
                let opened = others.opened(by: "player").dropLast()
                #expect(opened.count == 1)
                let list = try String(contentsOfFile: path(try #require(opened.first)), encoding: .utf8)
                let names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                    URL(filePath: path(String($0))).lastPathComponent
                }
                #expect(names == ["01 Compass Needle Strut.mp3", "02 Here Be Drummers.mp3", "03 Legend and Scale.mp3"])
            }
        }

        @Test("The default player gets the files of several selected albums, in the order of the wall")
        func many() async throws {
            try await Scene.play { scene in
                let others = OtherPrograms(in: scene)
                try others.add("player", taking: "%U", for: Self.audio)
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("shift+Right")
                try await Eventually.holds("the window says how many are selected") { window.texts.contains("2 albums selected") }
                try await window.openInPlayer(from: "Change the Albums")
                try await Eventually.holds("the player has the files") { others.opened(by: "player").last == "." }
                #expect(
                    others.opened(by: "player").dropLast().map { name(path($0)) } == [
                        "01 Compass Needle Strut.mp3", "02 Here Be Drummers.mp3", "03 Legend and Scale.mp3",
                        "01 Canção do Farol.mp3", "02 Manhã de Rede.mp3", "03 Coração à Beira-Mar.mp3",
                    ])
            }
        }

        @Test("Without a music player, the window says what to do")
        func noPlayer() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.openInPlayer()
                try await Eventually.holds("the window says so") { window.texts.contains { $0.hasPrefix("No music player is set up") } }
            }
        }

        @Test("If a file is missing, the window names it")
        func filesGone() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.copyItem(atPath: SleevesCommand.samples + "/Music/Cool Basement Stairs", toPath: music)
                // A file that was named itself: its folder isn't watched.
                let file = "\(music)/1994 - Demos, Mostly/01 One Two Three Floor.mp3"
                let library = try await SleevesCommand.makeLibrary(of: file, in: scene)
                try FileManager.default.removeItem(atPath: file)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the album is shown") { window.details["Album"] == "Demos, Mostly" }
                try await window.openInPlayer()
                try await Eventually.holds("the window says so") { window.texts.contains { $0.contains("Floor.mp3 does not exist") } }
            }
        }

        /// Programs are given addresses or paths, as they like it.
        private func path(_ given: String) -> String {
            URL(string: given).flatMap { $0.isFileURL ? $0.path(percentEncoded: false) : nil } ?? given
        }

        private func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }
    }
}

extension SleevesWindow {
    /// Has the default player play the selected albums.
    fileprivate func openInPlayer(from menu: String = "Change the Album") async throws {
        try await choose("Open with Default Player", from: menu)
    }
}
