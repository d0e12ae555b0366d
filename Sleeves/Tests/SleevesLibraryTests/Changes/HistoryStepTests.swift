import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary

/// The albums that undoing and redoing concern, so that a window can go there.
@Suite("The place of an undone change", .timeLimit(.minutes(10)))
struct HistoryStepTests {
    /// Albums A to E, which stand in this order.
    private static func fill(_ fixture: LibraryFixture) throws -> [AlbumID] {
        try fixture.fill(
            "ABCDE".map { CompleteAlbum(AlbumRecord(id: AlbumID(rawValue: "\($0)"), title: "\($0)", artist: "\($0)", source: .json)) }
        )
        .map(\.id)
    }

    /// A change of the third album, of each kind.
    private static func change(_ kind: LibraryChange.Kind, _ id: AlbumID, in library: LibraryAPI) async throws {
        switch kind {
        case .edit: try await library.edit(id, AlbumEdits(title: "Changed"))
        case .removal: try await library.remove([id])
        case .cover: try await library.setCover(SamplePictures.baselineJPEG, of: id)
        // Those are in FetchingCoversTests, ChosenEncodingTests, RearrangingTests, AddingTests, ImportUndoTests and AwayTests.
        case .fetching, .encoding, .joining, .splitting, .copy, .adding, .importing, .forgetting: break
        }
    }

    @Test(
        "Undo and redo name the album, tell of it by message, and it is found in the list",
        arguments: [LibraryChange.Kind.edit, .removal, .cover])
    func eachKind(_ kind: LibraryChange.Kind) async throws {
        let fixture = try LibraryFixture()
        let ids = try Self.fill(fixture)
        let told = Mutex<[HistoryStep?]>([])
        let token = fixture.hub.observe(LibraryChanged.self) { message in told.withLock { $0.append(message.step) } }
        try await Self.change(kind, ids[2], in: fixture.library)

        let undone = try #require(try await fixture.library.history.undo())
        #expect(undone.albums == [ids[2]] && undone.change.kind == kind)
        let whole = try fixture.library.albumList()
        #expect(whole.index(of: undone) == 2)

        let redone = try #require(try await fixture.library.history.redo())
        #expect(redone.albums == [ids[2]] && redone.change == undone.change)
        #expect(try fixture.library.albumList().index(of: redone) == (kind == .removal ? nil : 2))
        // Where it stood is where its neighbour is now.
        #expect(whole.index(of: redone) == 2)
        #expect(told.withLock { $0 } == [nil, undone, redone])
        withExtendedLifetime(token) {}
    }

    @Test("Of several albums the first of the list is found, also in a list that has only some of them")
    func several() async throws {
        let fixture = try LibraryFixture()
        let ids = try Self.fill(fixture)
        try await fixture.library.remove([ids[3], ids[1]])
        let undone = try #require(try await fixture.library.history.undo())
        #expect(undone.albums == [ids[3], ids[1]])
        #expect(try fixture.library.albumList().index(of: undone) == 1)
        #expect(try fixture.library.albumList(search: "D").index(of: undone) == 0)
        #expect(try fixture.library.albumList(search: "C").index(of: undone) == nil)
        #expect(AlbumList().index(of: undone) == nil)
    }

    @Test("An album whose row another album has taken meanwhile is found in its new row")
    func otherRow() async throws {
        let fixture = try LibraryFixture()
        let ids = try Self.fill(fixture)
        try await fixture.library.remove([ids[4]])
        let newcomer = CompleteAlbum(AlbumRecord(id: AlbumID(rawValue: "AA"), title: "AA", artist: "AA", source: .json))
        _ = try fixture.fill([newcomer])
        let undone = try #require(try await fixture.library.history.undo())
        let list = try fixture.library.albumList()
        #expect(try list.index(of: undone) == fixture.library.index(of: ids[4], in: list))
        #expect(list.index(of: undone) == 5)
    }

    @Test("A change that isn't undone or redone is no step of the history")
    func changes() async throws {
        let fixture = try LibraryFixture()
        let ids = try Self.fill(fixture)
        let told = Mutex<[HistoryStep?]>([])
        let token = fixture.hub.observe(LibraryChanged.self) { message in told.withLock { $0.append(message.step) } }
        try await fixture.library.remove([ids[0]])
        #expect(try await fixture.library.history.redo() == nil)
        #expect(told.withLock { $0 } == [nil])
        withExtendedLifetime(token) {}
    }
}
