import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// A folder that was imported and is not connected now.
@Suite("A folder that is away", .timeLimit(.minutes(10)))
struct AwayTests {
    private let music: MusicFolder
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }
    private var aside: String { music.path + "-aside" }

    /// The ways in which a folder goes.
    enum Going: String, CaseIterable, CustomTestStringConvertible {
        case empty, gone, otherDisk

        var testDescription: String { rawValue }
    }

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
        try music.addAlbum("One", tracks: 2)
        try music.addAlbum("Two", tracks: 1)
    }

    private func go(_ going: Going, below folder: String = "") throws {
        let path = music.path + folder
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        if going == .gone { return }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard going == .otherDisk else { return }
        try Data(SyntheticMP3().bytes).write(to: URL(filePath: path + "/stranger.mp3"))
        // A test cannot mount a disk; the catalogue can have known another one.
        try fixture.persistency.write { try $0.execute(sql: "UPDATE folder SET device = device + 1 WHERE path = ?", arguments: [path]) }
    }

    private func comeBack(below folder: String = "") throws {
        try? FileManager.default.removeItem(atPath: music.path + folder)
        try FileManager.default.moveItem(atPath: aside, toPath: music.path + folder)
    }

    @Test(
        "keeps its albums with edits, chosen covers and dates, however often it is imported, until it is back", arguments: Going.allCases)
    func keeps(going: Going) async throws {
        try await library.importAlbums(at: [music.path])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.edit(id, AlbumEdits(title: "Mine", year: 1971))
        try await library.setCover(SamplePictures.baselineJPEG, of: id)
        let before = try LibraryContent(fixture.persistency)
        try go(going)
        defer { try? FileManager.default.removeItem(atPath: aside) }
        for _ in 0..<3 {
            let report = try await library.refresh([music.path])
            #expect(report.albums.removed == 0)
            #expect(report.problems.map(\.path) == (going == .gone ? [] : [music.path]))
            #expect(try library.albumsAway() == Set(before.albums.keys))
            #expect(try LibraryContent(fixture.persistency) == before)
        }
        #expect(try library.undatedSources() == [LibrarySource(path: music.path, albumCount: 2, fileCount: 3, isAway: true)])
        #expect(try await library.details(of: id).awayFolder == music.path)

        try comeBack()
        try await library.refresh([music.path])
        #expect(try library.albumsAway() == [])
        #expect(try LibraryContent(fixture.persistency) == before)
        #expect(try library.sources().map(\.isAway) == [false])
    }

    @Test func `is noticed without an import, and so is that it is back`() async throws {
        try await library.importAlbums(at: [music.path])
        try go(.gone)
        #expect(try library.albumsAway().count == 2)
        try comeBack()
        #expect(try library.albumsAway() == [])
    }

    @Test func `is one below another that another disk was connected at, or that a link leads to`() async throws {
        try music.add("Disk/3.mp3", album: "Three")
        let elsewhere = try MusicFolder()
        try elsewhere.addAlbum("Four", tracks: 1)
        try music.folder.link("link", to: elsewhere.path)
        try await library.importAlbums(at: [music.path])
        try fixture.persistency.write {
            try $0.execute(
                sql: "UPDATE folder SET device = device + 1, changed = -1 WHERE path = ?", arguments: [music.path + "/Disk"])
        }
        try go(.gone, below: "/Disk")
        let moved = elsewhere.path + "-aside"
        try FileManager.default.moveItem(atPath: elsewhere.path, toPath: moved)
        defer { try? FileManager.default.removeItem(atPath: moved) }
        defer { try? FileManager.default.removeItem(atPath: aside) }
        for _ in 0..<2 {
            let report = try await library.importAlbums(at: [music.path])
            #expect(report.albums.removed == 0)
            #expect(Set(report.problems.map(\.path)) == [music.path + "/Disk", music.path + "/link"])
        }
        #expect(try library.albumsAway().count == 2)
        try FileManager.default.moveItem(atPath: moved, toPath: elsewhere.path)
        try comeBack(below: "/Disk")
        try await library.importAlbums(at: [music.path])
        #expect(try library.albumsAway() == [])
        #expect(try fixture.persistency.count() == 4)
    }

    @Test func `is none where a folder of many was deleted; what the person did comes back with the files`() async throws {
        try await library.importAlbums(at: [music.path])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.edit(id, AlbumEdits(title: "Mine"))
        try await library.setCover(SamplePictures.baselineJPEG, of: id)
        let before = try LibraryContent(fixture.persistency)
        try go(.gone, below: "/One")
        for _ in 0..<3 { try await library.refresh([music.path]) }
        #expect(try fixture.persistency.count() == 1)
        #expect(try library.albumsAway() == [])
        try fixture.persistency.removeUnusedChosenCovers()
        try comeBack(below: "/One")
        try await library.refresh([music.path])
        #expect(try LibraryContent(fixture.persistency) == before)
        let cover = try #require(try fixture.persistency.album(id)?.chosenCover)
        #expect(fixture.persistency.chosenCovers.bytes(of: cover) != nil)
    }

    @Test func `goes with its albums when it is forgotten, which can be undone and redone`() async throws {
        let list = try music.folder.write(#"{"title": "Listed", "artist": "B"}"#, to: "../\(music.name)-list.json")
        defer { try? FileManager.default.removeItem(atPath: list) }
        try await library.importAlbums(at: [music.path, list])
        let before = try LibraryContent(fixture.persistency)
        try go(.gone)
        defer { try? FileManager.default.removeItem(atPath: aside) }
        library.noticeAwayFolders()
        #expect(try await library.forget(music.path + "/./")?.albumCount == 2)
        #expect(try fixture.persistency.albums().map(\.title) == ["Listed"])
        #expect(try library.sources().map(\.kind) == [.list])
        #expect(try fixture.persistency.read { try FileCatalogue($0).awayFolders() } == [])
        #expect(library.history.undoName == "Forget “\(music.name)”")

        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency).albums == before.albums)
        #expect(try library.sources().map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.folder, .list])
        try await library.history.redo()
        #expect(try fixture.persistency.count() == 1)
        #expect(try library.sources().map(\.kind) == [.list])
        try await library.history.undo()

        // What was put back is what the files say, once they are there.
        try comeBack()
        try music.remove("Two")
        try await library.refresh([music.path])
        #expect(try fixture.persistency.albums(sort: .title).map(\.title) == ["Listed", "One"])
    }

    @Test func `cannot be forgotten where it is not followed, or is part of another`() async throws {
        try await library.importAlbums(at: [music.path])
        await #expect(throws: SourceError.notFollowed(path: "/nowhere")) { try await library.forget("/nowhere") }
        let part = music.path + "/One"
        await #expect(throws: SourceError.partOf(path: part, source: music.path)) { try await library.forget(part) }
        #expect(try fixture.persistency.count() == 2)
    }
}
