import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The user's decisions about albums depend neither on when they were made nor on how the files came into the library.
@Suite("Random joining and splitting", .timeLimit(.minutes(10)))
struct RearrangingEquivalenceTests {
    /// An album as far as its files and the decisions tell.
    private struct Told: Hashable {
        let id: AlbumID
        let title: String
        let artist: String
        let tracks: [TrackRecord]
    }

    private static func told(_ persistency: PersistencyManager) throws -> Set<Told> {
        Set(try persistency.records().map { Told(id: $0.id, title: $0.title, artist: $0.artist, tracks: $0.tracks) })
    }

    typealias Decision = (folder: String, name: String, place: String)

    static func decisions(of persistency: PersistencyManager) throws -> [Decision] {
        try persistency.read { database in
            try Row.fetchAll(database, sql: "SELECT folder, name, place FROM placedFile") { row in (try row[0], try row[1], try row[2]) }
        }
    }

    /// Makes a library of its own with the same decisions.
    static func library(_ decisions: [Decision]) throws -> LibraryFixture {
        let fixture = try LibraryFixture()
        try fixture.persistency.write { database in
            for decision in decisions {
                try database.run("INSERT INTO placedFile VALUES (?, ?, ?)", [decision.folder, decision.name, decision.place])
            }
        }
        return fixture
    }

    /// The number of histories; `SLEEVES_IMPORT_SEEDS=50` after a change of the import.
    private static let seeds = ProcessInfo.processInfo.environment["SLEEVES_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 4

    @Test(arguments: 1...seeds)
    func `gives the same albums for imports in any order, in pieces and twice, and undo gives the former ones`(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let music = try MusicFolder()
        let folders = ["a", "b", "c", "d/CD1", "d/CD2", "e 1", "e 2"]
        for folder in folders {
            let (album, first) = (random.element(of: ["One", "Two", "Three"]), random.number(below: 3))
            for number in first...first + random.number(below: 3) {
                try music.add(
                    "\(folder)/\(number).mp3", artist: random.number(below: 6) == 0 ? "B" : "A", album: album,
                    title: random.element(of: ["Song \(number)", "Song \(number)", "Other"]),
                    track: random.number(below: 5) == 0 ? nil : number + 1)
            }
        }
        let fixture = try LibraryFixture()
        try await fixture.library.importAlbums(at: [music.path])

        var states = [try LibraryContent(fixture.persistency)]
        for _ in 0..<5 {
            let ids = try fixture.persistency.records().map(\.id).sorted { $0.rawValue < $1.rawValue }
            do {
                let change =
                    random.number(below: 2) == 0
                    ? try await fixture.library.split(random.element(of: ids))
                    : try await fixture.library.join(Array(Set((0...1).map { _ in random.element(of: ids) })))
                if change != nil { states.append(try LibraryContent(fixture.persistency)) }
            } catch is RearrangingError {
                #expect(try LibraryContent(fixture.persistency) == states.last)
            }
            if random.number(below: 3) == 0 {
                try await fixture.library.importAlbums(at: [music.path])
                #expect(try LibraryContent(fixture.persistency) == states.last, "seed \(seed)")
            }
        }

        let decisions = try Self.decisions(of: fixture.persistency)
        let told = try Self.told(fixture.persistency)
        let whole = try Self.library(decisions)
        for _ in 0..<2 {
            try await whole.library.importAlbums(at: [music.path])
            #expect(try Self.told(whole.persistency) == told, "seed \(seed), at once")
        }
        let pieces = try Self.library(decisions)
        for folder in folders.shuffled(using: &random) { try await pieces.library.importAlbums(at: ["\(music.path)/\(folder)"]) }
        #expect(try Self.told(pieces.persistency) == told, "seed \(seed), in pieces")

        for state in states.dropLast().reversed() {
            try await fixture.library.history.undo()
            #expect(try LibraryContent(fixture.persistency) == state, "seed \(seed), undone")
        }
        for state in states.dropFirst() {
            try await fixture.library.history.redo()
            #expect(try LibraryContent(fixture.persistency) == state, "seed \(seed), redone")
        }
        // Files that come later belong to the same albums, whenever they come.
        for folder in folders where random.number(below: 2) == 0 {
            let number = random.number(below: 8)
            try music.add("\(folder)/\(number).mp3", album: random.element(of: ["One", "Two", "Three"]), title: "New", track: number + 1)
        }
        try await fixture.library.importAlbums(at: [music.path])
        let fresh = try Self.library(decisions)
        try await fresh.library.importAlbums(at: [music.path])
        #expect(try Self.told(fixture.persistency) == Self.told(fresh.persistency), "seed \(seed), more files")
    }
}
