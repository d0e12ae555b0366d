import FileNames
import Foundation
import Glibc
import Testing

@testable import SleevesLibrary

/// Files and folders whose names aren't UTF-8.
@Suite("Names that aren't UTF-8")
struct ByteNameTests {
    private let folder: TemporaryFolder
    private let library: ImportedFolders

    init() throws {
        folder = try TemporaryFolder()
        library = try ImportedFolders()
    }

    /// Returns the path of a name in Latin 1 in the folder.
    private func path(_ name: String) -> String {
        folder.path + "/" + FileName.string(name.unicodeScalars.map { UInt8($0.value) })
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        let path = path(name)
        var parent = folder.path
        for part in path.dropFirst(folder.path.count + 1).split(separator: "/").dropLast() {
            parent += "/" + part
            FileName.withSystemName(parent) { _ = mkdir($0, 0o700) }
        }
        let descriptor = FileName.withSystemName(path) { open($0, O_CREAT | O_WRONLY | O_TRUNC, 0o600) }
        try #require(descriptor >= 0)
        try FileSystem.write(bytes, to: descriptor)
        close(descriptor)
    }

    private func mp3(_ title: String?, album: String? = "Album", track: Int) -> [UInt8] {
        var mp3 = SyntheticMP3()
        if let title { mp3.text("TIT2", title) }
        if let album {
            mp3.text("TALB", album)
            mp3.text("TPE1", "Finch")
        }
        mp3.text("TRCK", "\(track)")
        return mp3.bytes
    }

    @Test func `are strings that become the same names again, different ones for different names`() {
        var random = SeededRandom(seed: 11)
        var known: [String: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let pieces: [[UInt8]] = [
                Array("é".utf8), [0xE9], [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF], [0xC3], [0xA9], [0xF4], [0xED, 0xA0, 0x80],
                Array("/a".utf8), Array("林".utf8), [UInt8(random.number(below: 255) + 1)],
            ]
            let name = (0..<random.number(below: 6)).flatMap { _ in pieces[random.number(below: pieces.count)] }
            let string = FileName.string(name)
            #expect(FileName.bytes(of: string) == name)
            #expect(known.updateValue(name, forKey: string) ?? name == name)
            #expect(FileName.string(cString: name.map { CChar(bitPattern: $0) } + [0]) == string)
            if let text = String(validating: name, as: UTF8.self), !text.unicodeScalars.contains(where: FileName.isEscape) {
                #expect(Array(string.utf8) == name)
            }
        }
        #expect(FileName.shown(FileName.string([0x63, 0xE9, 0x2F, 0xC3, 0xA9])) == "c\u{FFFD}/é")
    }

    @Test func `are imported by their bytes, also two that look the same, with the cover beside them`() async throws {
        try write(mp3("One", track: 1), "Grö\u{DF}e/1 ä.mp3")
        try write(mp3("Two", track: 2), "Grö\u{DF}e/1 ë.mp3")
        try write(SamplePictures.baselineJPEG, "Grö\u{DF}e/cover.jpg")
        let outcome = try await library.run([folder.path])
        #expect(outcome.problems.isEmpty)
        let album = try #require(try library.albums().first)
        #expect(album.tracks.map(\.path) == [path("Grö\u{DF}e/1 ä.mp3"), path("Grö\u{DF}e/1 ë.mp3")])
        #expect(album.folder == path("Grö\u{DF}e"))
        #expect(album.localCover == .file(path: path("Grö\u{DF}e/cover.jpg")))
        for track in album.tracks { #expect(throws: Never.self) { _ = try OpenFile(path: try #require(track.path)) } }
        #expect(try await library.run([folder.path]).files.new == 0)
        #expect(try library.persistency.watchedFolders().contains(path("Grö\u{DF}e")))
    }

    @Test func `are surveyed like others: changed, moved and removed`() async throws {
        try write(mp3("One", track: 1), "ä/1 ä.mp3")
        try write(mp3("Two", track: 2), "ä/2.mp3")
        try await library.run([folder.path])
        let moved = FileName.withSystemName(path("ä")) { from in FileName.withSystemName(path("ö")) { rename(from, $0) } }
        try #require(moved == 0)
        var outcome = try await library.run([folder.path])
        #expect(outcome.files.moved == 2)
        #expect(try library.albums().first?.tracks.map(\.path) == [path("ö/1 ä.mp3"), path("ö/2.mp3")])
        try write(mp3("Other", track: 1) + [0], "ö/1 ä.mp3")
        outcome = try await library.run([folder.path])
        #expect(try library.albums().first?.tracks.map(\.title) == ["Other", "Two"])
        FileName.withSystemName(path("ö/1 ä.mp3")) { _ = unlink($0) }
        outcome = try await library.run([folder.path])
        #expect(outcome.files.gone == 1)
        #expect(try library.albums().first?.tracks.map(\.title) == ["Two"])
    }

    @Test func `can be named by the user`() async throws {
        try write(mp3("One", track: 1), "ä/1 ä.mp3")
        let outcome = try await library.run([path("ä/1 ä.mp3")])
        #expect(outcome.paths == [path("ä/1 ä.mp3")])
        #expect(try library.albums().count == 1)
    }

    @Test func `give titles with a sign in the place of each unknown byte, in JSON too`() async throws {
        try write(mp3(nil, album: nil, track: 1), "Finch - Caf\u{E9} 1999/01 Grö\u{DF}e.mp3")
        try await library.run([folder.path])
        let album = try #require(try library.albums().first)
        #expect(album.title.hasPrefix("Caf\u{FFFD}"))
        #expect(album.tracks.map(\.title) == ["Gr\u{FFFD}\u{FFFD}e"])
        let json = try album.json()
        #expect(!json.unicodeScalars.contains(where: FileName.isEscape))
        #expect(json.contains("Caf\u{FFFD}"))
    }

    @Test func `are found by playlists that have the same bytes, escaped or not, and by those that have the characters`() throws {
        try write([1], "ä.mp3")
        try folder.write([1], to: "ö.mp3")
        for entry in [[0xE4] + Array(".mp3".utf8), Array("file://\(folder.path)/%E4.mp3".utf8)] {
            let list = try folder.write(entry, to: "list.m3u")
            #expect(try Playlist(path: list).contents().files == [path("ä.mp3")])
        }
        for entry in [[0xF6] + Array(".mp3".utf8), Array("%F6.mp3".utf8), Array("%C3%B6.mp3".utf8)] {
            let list = try folder.write(entry, to: "list.m3u")
            #expect(try Playlist(path: list).contents().files == [folder.path + "/ö.mp3"])
        }
    }
}
