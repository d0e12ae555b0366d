import Foundation
import SleevesModel
import Testing

@testable import SleevesStore

/// Albums that were joined and split by hand, on machines that share a collection.
@Suite("Sharing joined albums", .timeLimit(.minutes(2)))
struct JoinedAlbumsTests {
    private var pair: SharingPair
    private var desk: TestMachine { pair.desk }
    private var sofa: TestMachine { pair.sofa }

    init() throws {
        pair = try SharingPair()
    }

    /// Exchanges until both have the same, and returns its titles.
    private mutating func exchange() throws -> [String] {
        try pair.exchange(times: 3)
        let albums = try desk.albums()
        #expect(try sofa.albums() == albums)
        return albums.values.compactMap { $0[.title] }.sorted()
    }

    @Test("What one machine joins is one album on the other, which edits it; undo and splitting make several again")
    mutating func join() async throws {
        try await desk.importSamples()
        let separate = try exchange()
        #expect(separate.count == 2)
        let ids = try desk.albums().keys.sorted().map(AlbumID.init(rawValue:))
        let joined = try #require(try desk.library.recordJoining(of: ids).albums.first)
        #expect(try exchange().count == 1)
        #expect(try sofa.library.tracks(of: joined).count == desk.library.tracks(of: joined).count)

        _ = try sofa.library.recordEdit(of: joined, AlbumEdits(title: "Both"))
        _ = try exchange()
        for machine in [desk, sofa] { #expect(try machine.library.album(joined)?.title == "Both") }
        _ = try desk.library.revert(\.undo, expecting: try desk.library.historyTop())
        #expect(try exchange() == separate)
        _ = try desk.library.revert(\.redo, expecting: try desk.library.historyTop())
        #expect(try exchange().count == 1)
        _ = try desk.library.recordSplitting(of: joined)
        #expect(try exchange().count == 2)
    }

    @Test("A record that one machine joins with an album is joined on the other, which separates them again; copies stay with the record")
    mutating func record() async throws {
        try await desk.importSamples()
        var record = CompleteAlbum(AlbumRecord(id: AlbumID(digesting: ["record"]), title: "Record", artist: "A", source: .discogs))
        record.release = ReleaseRecord(labels: ["Kestrel"], copies: [CopyRecord(rating: 4)])
        try desk.library.save([record])
        let separate = try exchange()
        let files = try #require(try desk.library.albums(sort: .title).first { $0.source == .folder }?.id)
        _ = try desk.library.recordJoining(of: [files, record.id])
        _ = try exchange()
        for machine in [desk, sofa] {
            #expect(try machine.library.count() == separate.count - 1)
            #expect(try machine.library.completeAlbum(files)?.copies.map(\.record.rating) == [4])
        }
        let copy = try #require(try sofa.library.completeAlbum(files)?.copies.first)
        _ = try sofa.library.recordEdit(of: copy.id, in: try #require(copy.album)) { edits, copy in edits.set([.place: "Attic"], of: copy) }
        _ = try sofa.library.recordSplitting(of: files)
        #expect(try exchange() == separate)
        for machine in [desk, sofa] {
            #expect(try machine.library.count() == separate.count)
            #expect(try machine.library.completeAlbum(record.id)?.copies.map { $0.record[.place] } == ["Attic"])
        }
        _ = try sofa.library.revert(\.undo, expecting: try sofa.library.historyTop())
        _ = try exchange()
        #expect(try desk.library.count() == separate.count - 1)
    }

    @Test("An album that both machines have from files of their own stays where it wasn't joined")
    mutating func both() async throws {
        for machine in [desk, sofa] { try await machine.importSamples() }
        let separate = try exchange()
        #expect(separate.count == 2)
        let ids = try desk.albums().keys.sorted().map(AlbumID.init(rawValue:))
        _ = try desk.library.recordJoining(of: ids)
        // The other machine's files are two albums, which it holds.
        #expect(try exchange().count == 3)
        _ = try sofa.library.recordJoining(of: ids)
        #expect(try exchange().count == 1)
    }
}
