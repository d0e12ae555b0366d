import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Actions on many albums", .timeLimit(.minutes(10)))
struct ManyAlbumsTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        fixture = try LibraryFixture()
    }

    /// Albums A to C, of two artists, with and without a year and a genre.
    private func fill() throws -> [AlbumID] {
        let records = [
            AlbumRecord(
                id: AlbumID(rawValue: "a"), title: "A", artist: "One", artistSortName: "1", year: 1980, genre: "Jazz", source: .json),
            AlbumRecord(id: AlbumID(rawValue: "b"), title: "B", artist: "One", year: 1981, source: .json),
            AlbumRecord(id: AlbumID(rawValue: "c"), title: "C", artist: "Two", genre: "Pop", source: .json),
        ]
        return try fixture.fill(records.map { CompleteAlbum($0) }).map(\.id)
    }

    private func values(_ id: AlbumID) throws -> [String?] {
        let album = try #require(try fixture.persistency.album(id))
        return [album.title, album.artist, album.year.map(String.init), album.genre]
    }

    @Test("An edit of many sets what it names, keeps everything else in each album, and is one step of undo that says how many")
    func edits() async throws {
        let ids = try fill()
        try await library.edit(ids[0], AlbumEdits(title: "Mine", genre: "Soul"))
        let before = try LibraryContent(fixture.persistency)
        let change = try #require(
            try await library.edit(ids + [AlbumID(rawValue: "unknown")], setting: AlbumEdits(artist: "All", year: 1990)))
        #expect(change.albumCount == 3 && library.history.undoName == "Edit 3 Albums")
        #expect(try values(ids[0]) == ["Mine", "All", "1990", "Soul"])
        #expect(try values(ids[1]) == ["B", "All", "1990", nil])
        #expect(try values(ids[2]) == ["C", "All", "1990", "Pop"])
        #expect(try library.albumList(search: "all").count == 3)
        let after = try LibraryContent(fixture.persistency)

        #expect(try await library.history.undo()?.albums == ids)
        #expect(try LibraryContent(fixture.persistency) == before)
        try await library.history.redo()
        #expect(try LibraryContent(fixture.persistency) == after)
    }

    @Test("Albums that have the values already aren't part of the change, and without any other there is none")
    func equal() async throws {
        let ids = try fill()
        #expect(try await library.edit(ids, setting: AlbumEdits(artist: "One"))?.albumCount == 1)
        #expect(library.history.undoName == "Edit “C”")
        #expect(try await library.edit(ids, setting: AlbumEdits(artist: "One")) == nil)
        #expect(try await library.edit(ids, setting: AlbumEdits()) == nil)
        #expect(library.history.undoName == "Edit “C”")
    }

    @Test("A year and a genre can be emptied, which the next reading of the source doesn't change, and resetting brings the source's back")
    func empties() async throws {
        let ids = try fill()
        try await library.edit(ids, setting: AlbumEdits(year: 0, genre: ""))
        for id in ids { #expect(try values(id).suffix(2) == [nil, nil]) }
        // What has none in the source isn't edited.
        #expect(try fixture.persistency.edits(of: ids[1]) == AlbumEdits(year: 0))
        #expect(try fixture.persistency.edits(of: ids[2]) == AlbumEdits(genre: ""))

        let again = CompleteAlbum(AlbumRecord(id: ids[0], title: "A", artist: "One", year: 1985, genre: "Rock", source: .json))
        try fixture.persistency.save([again])
        #expect(try values(ids[0]) == ["A", "One", nil, nil])
        #expect(try await library.resetEdits(of: ids)?.albumCount == 3)
        #expect(try values(ids[0]) == ["A", "One", "1985", "Rock"])
        #expect(try values(ids[1]) == ["B", "One", "1981", nil])
        #expect(try values(ids[2]) == ["C", "Two", nil, "Pop"])
        try await library.history.undo()
        #expect(try values(ids[0]) == ["A", "One", nil, nil])
    }

    @Test("Emptied values are exported as edits and come in again")
    func exportsEmptied() async throws {
        let ids = try fill()
        try await library.edit(ids, setting: AlbumEdits(year: 0, genre: ""))
        let path = "\(fixture.folder.path)/export.json"
        try library.export(to: path, as: .json)
        let other = try LibraryFixture()
        _ = try await other.library.importAlbums(at: [path])
        let album = try #require(try other.persistency.albums().first { $0.title == "A" })
        #expect(album.year == nil && album.genre == nil)
        try await other.library.resetEdits(of: [album.id])
        #expect(try other.persistency.album(album.id)?.year == 1980)
        #expect(try other.persistency.album(album.id)?.genre == "Jazz")
    }

    /// The values of a release that albums without any have in common.
    private static let none = Dictionary(uniqueKeysWithValues: ReleaseField.edited.map { ($0, "") })

    @Test("What albums have in common is known, and what they don't have counts as a value")
    func common() async throws {
        let ids = try fill()
        let all = try await library.commonValues(of: ids + [AlbumID(rawValue: "unknown")])
        #expect(all == CommonValues(count: 3, values: AlbumEdits(release: Self.none)))
        #expect(try await library.commonValues(of: [ids[0], ids[1]]).values == AlbumEdits(artist: "One", release: Self.none))
        let single = try await library.commonValues(of: [ids[1]])
        #expect(single == CommonValues(count: 1, values: AlbumEdits(artist: "One", year: 1981, genre: "", release: Self.none)))
        try await library.edit(ids[2], AlbumEdits(genre: "Jazz"))
        let edited = try await library.commonValues(of: [ids[0], ids[2]])
        #expect(edited == CommonValues(count: 2, isEdited: true, values: AlbumEdits(genre: "Jazz", release: Self.none)))
        #expect(try await library.commonValues(of: []) == CommonValues())
    }

    @Test("The identifiers of a selection come in its order, without albums that were removed since")
    func identifiers() async throws {
        let ids = try fill()
        let list = try library.albumList(order: AlbumOrder(.title))
        try await library.remove([ids[1]])
        #expect(try await library.ids(at: [0, 1, 2], of: list) == [ids[0], ids[2]])
        #expect(try await library.ids(at: [2, 0], of: list) == [ids[2], ids[0]])
    }

    @Test("A thousand albums are edited as one change, and undone")
    func thousand() async throws {
        let records = (0..<1_000).map { number in
            CompleteAlbum(
                AlbumRecord(
                    id: AlbumID(digesting: ["\(number)"]), title: "\(number)", artist: "\(number % 100)", year: 1990, source: .json),
                tracks: (1...3).map { TrackRecord(title: "\($0)", path: "/music/\(number)/\($0).mp3") })
        }
        try fixture.persistency.save(records)
        let list = try library.albumList()
        let ids = try await library.ids(at: Array(0..<list.count), of: list)
        #expect(ids.count == 1_000)
        #expect(try await library.commonValues(of: ids).values == AlbumEdits(year: 1990, genre: "", release: Self.none))
        let change = try await library.edit(ids, setting: AlbumEdits(genre: "Jazz"))
        #expect(change?.albumCount == 1_000 && library.history.undoName == change?.name)
        #expect(try await library.facets(filter: AlbumFilter([.genre("Jazz")])).albums == 1_000)
        #expect(try await library.files(of: ids).paths.count == 3_000)
        #expect(try await library.history.undo()?.albums.count == 1_000)
        #expect(try await library.commonValues(of: ids).values == AlbumEdits(year: 1990, genre: "", release: Self.none))
    }

    // MARK: Files and exports

    @Test("The files of albums come in the albums' order and in that of their tracks; albums without files are skipped and not counted")
    func files() async throws {
        let tracks = { (folder: String) in
            [TrackRecord(title: "1", path: "/\(folder)/1.mp3"), TrackRecord(title: "?"), TrackRecord(title: "2", path: "/\(folder)/2.mp3")]
        }
        let albums = try fixture.fill([
            CompleteAlbum(SampleAlbums.record("A").album, tracks: tracks("a")), SampleAlbums.record("B"),
            CompleteAlbum(SampleAlbums.record("C").album, tracks: tracks("c")),
        ]).map(\.id)
        let files = try await library.files(of: [albums[2], AlbumID(rawValue: "unknown"), albums[1], albums[0]])
        #expect(files.paths == ["/c/1.mp3", "/c/2.mp3", "/a/1.mp3", "/a/2.mp3"] && files.albumCount == 2)
        #expect(try await library.files(of: [albums[1]]).paths == [])
    }

    @Test("Files that are away are skipped")
    func away() async throws {
        let (here, there) = (try MusicFolder(), try MusicFolder())
        try here.add("One/1.mp3", album: "One")
        try there.add("Two/1.mp3", album: "Two")
        _ = try await library.importAlbums(at: [here.path, there.path])
        let ids = try fixture.albums(sort: .title).map(\.id)
        try FileManager.default.removeItem(atPath: there.path)
        let files = try await library.files(of: ids)
        #expect(files.paths == ["\(here.path)/One/1.mp3"] && files.albumCount == 1)
    }

    @Test("An export of some albums has exactly these, in their order", arguments: ExportFormat.allCases)
    func exports(format: ExportFormat) async throws {
        let ids = try fill()
        let path = "\(fixture.folder.path)/export.\(format.rawValue)"
        #expect(try library.export([ids[2], AlbumID(rawValue: "unknown"), ids[0]], to: path, as: format) == 2)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let places = [",Two,C,", "\"title\":\"C\""].compactMap { text.range(of: $0)?.lowerBound }
        let others = [",One,A,", "\"title\":\"A\""].compactMap { text.range(of: $0)?.lowerBound }
        #expect(try #require(places.first) < #require(others.first))
        let other = try LibraryFixture()
        _ = try await other.library.importAlbums(at: [path])
        #expect(try other.albums(sort: .title).map(\.title) == ["A", "C"])
        #expect(try library.export([], to: path, as: format) == 0)
    }
}
