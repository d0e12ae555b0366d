import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesSharing
@testable import SleevesStore

/// Records that the library has written itself, damaged at random: the window's state with the preferences, the steps of undo, and the settings of
/// sharing. `make check` tries more of them: as many as `SLEEVES_DAMAGES` says.
@Suite("Damaged records", .timeLimit(.minutes(60)))
struct DamagedRecordsTests {
    private static let rounds = ProcessInfo.processInfo.environment["SLEEVES_DAMAGES"].flatMap { Int($0) } ?? 200

    @Test("A damaged state is read as far as it can be, or set aside and reported; its numbers can be calculated with")
    func states() throws {
        let folder = try StoreFolder()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: "\(folder.path)/cache")
        let state = LibraryState(
            selectedAlbum: AlbumID(rawValue: "abc"), position: 7, search: "björk", order: AlbumOrder(.random, seed: 5),
            coverSide: 200, windowWidth: 1_200, windowHeight: 800,
            network: NetworkSettings(
                fetchesCovers: false, addresses: [.coverArtArchive: "https://example.org", .musicBrainz: "none"], allowsLocalNetwork: true),
            playback: PlaybackState(albums: [AlbumID(rawValue: "abc")], path: "/music/1.flac", segmentStart: 75, seconds: 12.5),
            volume: 0.5)
        try library.saveState(state)
        let text = String(decoding: try folder.bytes(of: "state.json"), as: UTF8.self)
        var random = SeededRandom(seed: 1)
        for round in 0..<Self.rounds * 20 {
            let bytes = DamagedText.bytes(of: text, using: &random)
            try folder.write(bytes, to: "state.json")
            let (read, problem) = library.loadState()
            #expect((0...Int(Int32.max)).contains(read.position), "round \(round)")
            #expect((100...32_767).contains(read.windowWidth) && (100...32_767).contains(read.windowHeight), "round \(round)")
            #expect(AlbumLayout.coverSides.contains(read.coverSide) && (0...1).contains(read.volume), "round \(round)")
            #expect(read.playback.map { (0..<1_000_000).contains($0.seconds) } != false, "round \(round)")
            #expect(read.playback?.segmentStart.map { (0...Int(Int32.max)).contains($0) } != false, "round \(round)")
            _ = CoverServices(read.network)
            if let problem {
                #expect(problem.reason == .damagedState && read == LibraryState(), "round \(round)")
                #expect(try folder.bytes(of: "state.json.damaged") == bytes && !folder.files.contains("state.json"), "round \(round)")
            }
        }
    }

    @Test("A state that is too large, or no file, is set aside and reported, and takes no memory")
    func hugeState() throws {
        let folder = try StoreFolder()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: "\(folder.path)/cache")
        try folder.write([], to: "state.json")
        #expect(truncate("\(folder.path)/state.json", 1 << 40) == 0)
        #expect(library.loadState().problem?.reason == .damagedState)
        #expect(library.loadState().problem == nil)
        #expect(mkfifo("\(folder.path)/state.json", 0o600) == 0)
        #expect(library.loadState().problem != nil)
    }

    @Test("Damaged records of changes and of sharing are refused or skipped, and the library stays usable")
    func rows() async throws {
        let original = try await Self.makeLibrary()
        let places = [
            "changedAlbum.before", "changedAlbum.after", "changedAlbum.covers", "change.title", "change.kind", "album.edits",
            "album.unedited",
            "sharing.settings", "sharing.machine",
        ]
        var random = SeededRandom(seed: 2)
        var outcomes: [String: Int] = [:]
        for round in 0..<Self.rounds {
            let folder = try StoreFolder()
            try FileManager.default.copyItem(atPath: "\(original.path)/library", toPath: "\(folder.path)/library")
            let place = places[round % places.count].split(separator: ".")
            try Self.damage(column: String(place[1]), of: String(place[0]), in: "\(folder.path)/library/library.sqlite", using: &random)
            let fixture = try LibraryFixture(in: folder)
            for step in [
                fixture.library.history.undo, fixture.library.history.redo, fixture.library.history.undo, fixture.library.history.undo,
            ] {
                do {
                    _ = try await step()
                    outcomes["done", default: 0] += 1
                } catch {
                    #expect(error is HistoryError || error is PersistencyError, "round \(round)")
                    outcomes["refused", default: 0] += 1
                }
            }
            if let settings = (try? fixture.persistency.sharing())??.settings {
                // The name of the server's bucket.
                #expect(
                    settings.collection.utf8.allSatisfy { $0 != 32 } && (1...32).contains(settings.collection.utf8.count), "round \(round)")
                #expect(SharedMachine.cleaned(settings.machineName) == settings.machineName, "round \(round)")
            }
            _ = try fixture.persistency.albums()
            _ = try await fixture.library.edit(AlbumID(rawValue: "unknown"), AlbumEdits(title: "x"))
            await fixture.library.shutdown()
        }
        #expect(outcomes["done", default: 0] > 0 && outcomes["refused", default: 0] > 0)
    }

    /// A library with changes to undo and redo, which is shared.
    private static func makeLibrary() async throws -> StoreFolder {
        let fixture = try LibraryFixture()
        let albums = try fixture.fill(["A", "B", "C", "D"].map { SampleAlbums.record($0) })
        let library = fixture.library
        try fixture.persistency.share(SharingSettings(address: "nats://me@localhost:4222", machineName: "desk"))
        _ = try await library.edit(albums[0].id, AlbumEdits(title: "Mine", year: 1_999, genre: "Jazz"))
        _ = try await library.remove([albums[1].id, albums[2].id])
        _ = try await library.edit(albums[3].id, AlbumEdits(artist: "Me"))
        _ = try await library.history.undo()
        await library.shutdown()
        try fixture.persistency.close()
        return fixture.folder
    }

    private static func damage(column: String, of table: String, in path: String, using random: inout SeededRandom) throws {
        let queue = try DatabaseQueue(path: path)
        let rows = try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT rowid, \(column) FROM \(table) WHERE \(column) IS NOT NULL") { row in
                (try row[0] as Int64, try row[1] as String)
            }
        }
        for (id, text) in rows {
            let damaged = String(decoding: DamagedText.bytes(of: text, using: &random), as: UTF8.self)
            try queue.write { try $0.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE rowid = ?", arguments: [damaged, id]) }
        }
        try queue.close()
    }

    @Test("A date that no calendar has is stored as one that calendars have", arguments: [1e300, -1e300, .infinity, .nan, 1e15])
    func dates(seconds: Double) {
        let milliseconds = Date(timeIntervalSince1970: seconds).milliseconds
        #expect(abs(milliseconds) <= 253_402_300_799_000)
    }
}
