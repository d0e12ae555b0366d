import Foundation
import SQLite
import Synchronization
import Testing

@testable import SleevesLibrary

/// A long import beside somebody who writes too.
@Suite("An import takes turns", .timeLimit(.minutes(10)))
struct TakingTurnsTests {
    private let store: StoreFolder

    init() throws {
        store = try StoreFolder()
    }

    private func open() throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: "\(store.path)/library", cacheDirectory: "\(store.path)/cache")
    }

    private func records(_ count: Int) -> [CompleteAlbum] {
        (0..<count).map { number in
            let id = AlbumID(digesting: ["turns", "\(number)"])
            return CompleteAlbum(AlbumRecord(id: id, title: "Title \(number)", artist: "Artist \(number)", source: .json))
        }
    }

    @Test func `a list that takes many turns lets another connection write, and is one change`() async throws {
        let (mine, other) = (try open(), try open())
        let first = records(1)[0]
        let task = Task {
            var rest = records(1_000)[...]
            return try await mine.saveInTurns(AlbumSaving(journal: ImportJournal()), turn: .milliseconds(5)) { rest.popFirst() }
        }
        // As soon as the first album is there it is removed, in the middle of the import.
        try await Eventually.holds("the first album is there") { try other.album(first.id) != nil }
        let outcome = try other.recordRemoval(of: [first.id])
        #expect(outcome.albums == [first.id])
        let countThen = try other.count()
        let saving = try await task.value
        #expect(countThen < 999)
        #expect(saving.summary == SaveSummary(inserted: 1_000))
        let changes = try other.changes()
        #expect(changes.map(\.kind) == [.importing, .removal])
        #expect(changes.map(\.albumCount) == [1_000, 1])
        _ = try other.revert(\.undo, expecting: try other.historyTop())
        _ = try other.revert(\.undo, expecting: try other.historyTop())
        #expect(try other.count() == 0)
    }

    @Test func `folders that are grouped in turns of no time at all give the same as in one`() async throws {
        let music = try MusicFolder()
        for album in 0..<12 { try music.addAlbum("Album \(album)", tracks: 2) }
        let (one, many) = (try ImportedFolders(), try ImportedFolders())
        func run(_ library: ImportedFolders, turn: Duration) async throws -> FolderImport.Outcome {
            var folders = FolderImport(persistency: library.persistency, paths: [music.path])
            folders.clock = { FileStamp.now + 3_600_000_000_000 }
            folders.turn = turn
            folders.pace = turn
            return try await folders.run()
        }
        for step in 0..<3 {
            let outcomes = (try await run(one, turn: .seconds(60)), try await run(many, turn: .zero))
            #expect(outcomes.0.albums == outcomes.1.albums)
            #expect(try one.albums() == many.albums())
            if step == 0 {
                // Albums get other identifiers, and what the person did goes along.
                for library in [one, many] {
                    let id = try #require(try library.albums().first?.id)
                    _ = try library.persistency.recordEdit(of: id, AlbumEdits(year: 1971))
                }
                for album in 0..<6 {
                    for track in 1...2 { try music.add("Album \(album)/\(track).mp3", artist: "Other", album: "Album \(album)") }
                }
            }
            if step == 1 {
                #expect(try many.persistency.albums().contains { $0.year == 1971 })
                for album in 6..<9 { try music.remove("Album \(album)") }
            }
        }
    }
}
