import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// The window while an import reads files, some of which a test holds back.
    @MainActor
    @Suite("A view that an import fills")
    struct GrowingViewTests {
        /// The artists of the albums, in the order in which their folders are read. As many come before others as fill rows of one to four.
        private static let artists =
            (10..<22).map { "M \($0)" } + (10..<22).map { "F \($0)" } + (10..<28).map { $0 < 22 ? "C \($0)" : "X \($0)" }
            + (10..<14).map { "Z \($0)" }

        private static func heading(_ artist: String) -> String { "\(artist) – Album" }

        /// Makes a music folder. The files of each album fill a request to a reader.
        private static func makeMusic(in scene: Scene) throws -> String {
            let music = "\(scene.folder)/music"
            let cover = try scene.picture()
            for (number, artist) in artists.enumerated() {
                let folder = "\(music)/\(number + 100)"
                let seconds = Array(repeating: 0, count: ReaderRequest.fileLimit)
                try SilentMusic.write(SilentMusic.Album(artist: artist, title: "Album", seconds: seconds), to: folder)
                try FileManager.default.copyItem(atPath: cover, toPath: "\(folder)/cover.webp")
            }
            return music
        }

        /// Opens a window that imports music which a gate holds back.
        private static func open(as layout: String = "strip", behind gate: ReadingGate, in scene: Scene) async throws -> SleevesWindow {
            let music = try makeMusic(in: scene)
            var reader = MediaReader.inThisProcess
            reader.willRead = { gate.wait(for: $0) }
            return try await SleevesWindow.open("\(scene.folder)/library", as: layout, opening: [music], reader: reader, in: scene)
        }

        @Test("Albums appear with their covers as soon as they are read; the selected one stays where it is", arguments: ["wall", "strip"])
        func grows(layout: String) async throws {
            try await Scene.play { scene in
                let gate = ReadingGate(albumCount: 12)
                defer { gate.open(albumCount: .max) }
                let window = try await Self.open(as: layout, behind: gate, in: scene)

                try await window.holds("the first albums are there while others are read") { content in
                    content.subtitle == "12 albums" && content.isImporting && content.shown.first?.name == Self.heading("M 10")
                        && content.shown.allSatisfy(\.hasPicture)
                }
                // Nobody has selected an album, so the first one is shown.
                gate.open(albumCount: 24)
                try await window.holds("the next albums are there, too, before the others") { content in
                    content.subtitle == "24 albums" && content.isImporting && content.shown.allSatisfy(\.hasPicture)
                        && content.shown.first?.name == Self.heading("F 10") && content.shown.first?.isSelected == true
                        && content.details["Artist"] == "F 10"
                }
                try await window.press("Right", "Right")
                try await window.equal("F 12") { $0.details["Artist"] }
                try await window.expectSteadyCovers {
                    let before = try await window.still("the selected album stands still") { $0.shown.first(where: \.isSelected) }
                    #expect(before.name == Self.heading("F 12"))
                    let places = try await window.frames({ content in content.shown.first { $0.name == before.name }?.frame.y }) {
                        gate.open(albumCount: 42)
                        try await window.holds("the albums before and after it are there") { $0.subtitle == "42 albums" && $0.isImporting }
                        let after = try await window.still("nothing moves") { $0.shown.first(where: \.isSelected) }
                        #expect(after == before)
                    }
                    #expect(places.allSatisfy { $0 == before.frame.y })
                }
                gate.open(albumCount: .max)
                try await window.holds("all albums are there") { $0.subtitle == "46 albums" && !$0.isImporting }
                try await window.equal("F 12") { $0.details["Artist"] }
            }
        }

        @Test("A first import ends at the first album", arguments: ["wall", "strip"])
        func ends(layout: String) async throws {
            try await Scene.play { scene in
                let music = try Self.makeMusic(in: scene)
                let window = try await SleevesWindow.open("\(scene.folder)/library", as: layout, opening: [music], in: scene)
                try await window.holds("all albums are there") { $0.subtitle == "46 albums" && !$0.isImporting }
                let first = try await window.still("nothing moves") { $0.shown.first }
                #expect(first.name == Self.heading("C 10") && first.isSelected && first.hasPicture)
                try await window.equal("C 10") { $0.details["Artist"] }
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", as: layout, in: scene)
                try await again.equal("C 10") { $0.details["Artist"] }
            }
        }

        @Test(
            "Closing or quitting during an import goes on when the import ends before the question is answered",
            arguments: ["ctrl+w", "ctrl+q"])
        func closing(key: String) async throws {
            try await Scene.play { scene in
                let gate = ReadingGate(albumCount: 12)
                defer { gate.open(albumCount: .max) }
                let window = try await Self.open(behind: gate, in: scene)
                try await window.holds("albums are being read") { $0.subtitle == "12 albums" && $0.isImporting }
                try await window.press(key)
                try await window.holds("it asks") { content in
                    content.dialogs.contains { $0.content.texts.contains("Close During the Import?") }
                }
                gate.open(albumCount: .max)
                try await Eventually.holds("it closes, or quits") { key == "ctrl+w" ? window.isClosed : window.isQuitting }
            }
        }
    }
}

extension WindowContent {
    /// The albums in view, as far as they are there as a whole.
    fileprivate var shown: [Cover] { cells + covers }

    fileprivate var isImporting: Bool {
        first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Cancel") != nil
    }
}

/// A gate that holds back the readers of an import, but for the first albums, whose folders have numbers from 100 on.
private final class ReadingGate: @unchecked Sendable {
    // SAFETY: the count is only used under the lock of the condition.
    private let condition = NSCondition()
    private var albumCount: Int

    init(albumCount: Int) {
        self.albumCount = albumCount
    }

    func open(albumCount: Int) {
        condition.withLock {
            self.albumCount = albumCount
            condition.broadcast()
        }
    }

    /// Waits until the first of some files may be read.
    func wait(for paths: [String]) {
        let number = paths.first.flatMap { Int(URL(filePath: $0).deletingLastPathComponent().lastPathComponent) } ?? 0
        condition.withLock {
            while number - 100 >= albumCount { condition.wait() }
        }
    }
}
