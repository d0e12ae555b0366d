import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

/// The pictures that the user keeps of an album, and those of its back.
@Suite("Kept pictures", .timeLimit(.minutes(10)))
struct KeptPicturesTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }
    private var persistency: PersistencyManager { fixture.persistency }

    init() throws {
        fixture = try LibraryFixture()
    }

    private static func picture(_ red: UInt8) throws -> [UInt8] {
        try CoverDecoder().encodePNG(SamplePictures.plain(width: 20, height: 20, red: red))
    }

    private func saved(_ title: String = "A") throws -> AlbumID {
        let album = SampleAlbums.record(title)
        try persistency.save([album])
        return album.id
    }

    private func kinds(of id: AlbumID) async -> [AlbumPicture.Kind] { await library.pictures(of: id).map(\.kind) }

    private func titlesWithoutBack() throws -> String {
        try library.records(filter: AlbumFilter([.withoutBack]), order: AlbumOrder(.title)).map(\.title).joined(separator: " ")
    }

    @Test func `are listed by kind, become the cover, change what they show, and are undone step by step`() async throws {
        let id = try saved()
        for (red, kind) in [(UInt8(1), AlbumPicture.Kind.booklet), (2, .back), (3, .front)] {
            let change = try await library.keepPicture(from: .bytes(try Self.picture(red)), as: kind, of: id)
            #expect(change?.albumCount == 1)
            #expect(try await library.keepPicture(from: .bytes(try Self.picture(red)), as: kind, of: id) == nil, "it is kept already")
        }
        #expect(await kinds(of: id) == [.front, .back, .booklet])
        #expect(try await library.details(of: id).pictures.count == 3)
        let front = try #require(await library.pictures(of: id).first)
        #expect(await library.image(of: front, size: .standard)?.pixels[0] == 3)
        try await library.setCover(to: front, of: id)
        let digest = CoverDigest(of: try Self.picture(3))
        #expect(try persistency.album(id)?.chosenCover == digest)
        try await library.setKind(.other, ofPicture: digest, of: id)
        try await library.setKind(nil, ofPicture: CoverDigest(of: try Self.picture(2)), of: id)
        #expect(await kinds(of: id) == [.booklet, .other])
        #expect(try await library.setKind(.back, ofPicture: CoverDigest(of: [1]), of: id) == nil)
        var seen: [[AlbumPicture.Kind]] = []
        while try await library.history.undo() != nil { seen.append(await kinds(of: id)) }
        #expect(
            seen == [
                [.back, .booklet, .other], [.front, .back, .booklet], [.front, .back, .booklet], [.back, .booklet], [.booklet], [],
            ])
        for _ in 0..<6 { try await library.history.redo() }
        #expect(await kinds(of: id) == [.booklet, .other])
        #expect(try persistency.album(id)?.chosenCover == digest)
    }

    @Test func `a chosen cover stays among the pictures when another one is chosen, but not when it is undone`() async throws {
        let id = try saved()
        try await library.setCover(from: .bytes(try Self.picture(1)), of: id)
        let change = try #require(try await library.setCover(from: .bytes(try Self.picture(2)), showing: .back, of: id))
        #expect(change.albumCount == 1)
        #expect(await kinds(of: id) == [.front, .back])
        try await library.setCover(nil, of: id)
        #expect(await kinds(of: id) == [.front, .back])
        try await library.history.undo()
        try await library.history.undo()
        #expect(await kinds(of: id) == [.front])
        #expect(try persistency.album(id)?.chosenCover == CoverDigest(of: try Self.picture(1)))
        try await library.history.redo()
        #expect(await kinds(of: id) == [.front, .back])
        #expect(try persistency.album(id)?.chosenCover == CoverDigest(of: try Self.picture(2)))
    }

    @Test func `of a record are those of the album that shows it, and stay its own`() async throws {
        let (album, record) = (try saved("A"), try saved("B"))
        try await library.keepPicture(from: .bytes(try Self.picture(1)), as: .back, of: record)
        try await library.join([album, record])
        #expect(await kinds(of: album) == [.back])
        #expect(try titlesWithoutBack() == "")
        try await library.setKind(.front, ofPicture: CoverDigest(of: try Self.picture(1)), of: album)
        #expect(await kinds(of: album) == [.front])
        try await library.split(album)
        #expect(await kinds(of: album) == [])
        #expect(await kinds(of: record) == [.front])
    }

    @Test func `are deleted only when no album and no change has them any more`() async throws {
        let id = try saved()
        let pictures = try (1...3).map { try Self.picture($0) }
        for picture in pictures { try await library.keepPicture(from: .bytes(picture), as: .other, of: id) }
        let digests = pictures.map { CoverDigest(of: $0) }
        for digest in digests {
            let old = Date(timeIntervalSinceNow: -7200)
            try FileManager.default.setAttributes(
                [.modificationDate: old], ofItemAtPath: "\(fixture.folder.path)/library/covers/\(digest)")
        }
        try await library.setKind(nil, ofPicture: digests[0], of: id)
        #expect(try persistency.removeUnusedChosenCovers() == 0, "the change can be undone")
        try await library.remove([id])
        #expect(try persistency.removeUnusedChosenCovers() == 0)
        try await library.history.undo()
        #expect(await library.pictures(of: id).count == 2)
        try persistency.write { try $0.execute(sql: "DELETE FROM changedAlbum") }
        #expect(try persistency.removeUnusedChosenCovers() == 1)
        #expect(await library.pictures(of: id).count == 2)
    }

    @Test func `that aren't here, or that a newer version describes, cost nothing else`() async throws {
        let id = try saved()
        let digest = try await library.keep(try Self.picture(1))
        let text = #"{"copies":{"\#(digest)":{"picture":"spine"},"\#(CoverDigest(of: [1]))":{"picture":"back"},"u1":{"picture":"back"}}}"#
        let edits = try StoredJSON.decode(AlbumEdits.self, from: text)
        _ = try persistency.recordEdit(of: [id]) { _ in edits }
        #expect(await kinds(of: id) == [.other])
        #expect(try persistency.completeAlbum(id)?.copies.isEmpty == true)
        // As another version has stored it.
        #expect(try persistency.edits(of: id) == edits)
    }

    @Test func `a record with pictures gets a copy when it is joined, as others do`() async throws {
        let (album, record) = (try saved("A"), try saved("B"))
        try await library.keepPicture(from: .bytes(try Self.picture(1)), as: .back, of: record)
        try await library.join([album, record])
        #expect(try await library.details(of: album).copies.count == 1)
    }

    // MARK: Backs

    @Test func `without a back: found, counted where any album has one, and followed as pictures come and go`() async throws {
        let music = try MusicFolder()
        for title in ["A", "B"] { try music.addAlbum(title, tracks: 1) }
        try await library.importAlbums(at: [music.path])
        #expect(try titlesWithoutBack() == "A B")
        #expect(try await library.facets().withoutBack == 0, "nobody collects backs")
        try music.folder.write(try Self.picture(1), to: "A/Scans/Back.png")
        try await library.importAlbums(at: [music.path])
        #expect(try titlesWithoutBack() == "B")
        #expect(try await library.facets().withoutBack == 1)
        #expect(try await library.facets()[.withoutBack].map(\.facet) == [.withoutBack])
        let ids = try persistency.albums(sort: .title).map(\.id)
        try await library.keepPicture(from: .bytes(try Self.picture(2)), as: .back, of: ids[1])
        #expect(try titlesWithoutBack() == "")
        try await library.history.undo()
        #expect(try titlesWithoutBack() == "B")
        try await library.remove([ids[0]])
        try await library.history.undo()
        #expect(try titlesWithoutBack() == "B")
        try FileManager.default.removeItem(atPath: "\(music.path)/A/Scans/Back.png")
        try await library.importAlbums(at: [music.path])
        #expect(try titlesWithoutBack() == "A B")
    }

    @Test func `a library of an earlier version learns of backs with its next import`() async throws {
        let music = try MusicFolder()
        for title in ["A", "B"] { try music.addAlbum(title, tracks: 1) }
        try music.folder.write(try Self.picture(1), to: "A/back.png")
        try await library.importAlbums(at: [music.path])
        try persistency.write { database in
            // As the migration leaves it.
            try database.execute(sql: "UPDATE folder SET backs = '[]', changed = -1; UPDATE albumVersion SET contents = contents + 1")
        }
        #expect(try titlesWithoutBack() == "A B")
        try await library.importAlbums(at: [music.path])
        #expect(try titlesWithoutBack() == "B")
    }

    /// The filter reads the catalogue, and the row of pictures reads the folders: two ways to one answer.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `without a back are the albums whose page shows none, whatever folders there are`(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let music = try MusicFolder()
        // Files come and go as well, so that folders are shared now and then.
        let titles = ["Back in Black", "One", "One more", "Trays", "Box"]
        let places = ["", "CD1/", "CD2/", "Scans/", "artwork/", "Other/"]
        let names = [
            "back.png", "One (back).jpg", "Back in Black.png", "tray 2.PNG", "front.png", "booklet.png", "back.txt", "feedback.png",
        ]
        func pick(_ values: [String]) -> String { random.element(of: values) }
        func scatter() throws {
            for _ in 0..<random.number(below: 8) + 2 {
                let path = "\(pick(["A/", "B/", "all/", ""]))\(pick(places))\(pick(names))"
                let exists = FileManager.default.fileExists(atPath: "\(music.path)/\(path)")
                if exists, random.number(below: 2) == 0 {
                    try FileManager.default.removeItem(atPath: "\(music.path)/\(path)")
                } else {
                    try music.folder.write(try Self.picture(1), to: path)
                }
            }
        }
        func addFile(_ number: Int) throws {
            let tags = [
                ("ARTIST", "The Band"), ("ALBUM", pick(titles)), ("TITLE", "Song \(number)"), ("TRACKNUMBER", "\(number)"),
            ]
            let path = "\(pick(["A/", "B/", "all/"]))\(pick(["", "CD1/", "CD2/"]))\(number).flac"
            try music.folder.write(SyntheticAudio.flac(tags), to: path)
        }
        for number in 0..<random.number(below: 8) + 2 { try addFile(number) }
        for round in 0..<4 {
            try scatter()
            if round > 1 { try addFile(random.number(below: 10)) }
            try await library.importAlbums(at: [music.path])
            let albums = try persistency.albums(sort: .title)
            var without: [AlbumID] = []
            for album in albums where await !kinds(of: album.id).contains(.back) { without.append(album.id) }
            let found = try library.records(filter: AlbumFilter([.withoutBack]), order: AlbumOrder(.title)).map(\.id)
            #expect(found == without, "\(albums.filter { found.contains($0.id) != without.contains($0.id) }.map(\.title))")
        }
    }
}
