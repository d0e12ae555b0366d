import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The dates of albums that are made of files.
@Suite struct ArrivalTests {
    private let music: MusicFolder
    private let library: ImportedFolders

    init() throws {
        music = try MusicFolder()
        library = try ImportedFolders()
    }

    private func added(_ title: String = "One") throws -> Date? {
        try library.persistency.albums().first { $0.title == title }?.added
    }

    /// Makes the library one that an earlier version filled at a time.
    private func makeOld(at date: Date) throws {
        try library.persistency.write { database in
            try database.execute(sql: "UPDATE file SET arrived = NULL; \(LibrarySchema.readingAgain)")
            try database.execute(sql: "UPDATE album SET added = ?", arguments: [date.milliseconds])
        }
    }

    @Test func `an album was added when the first of its files came, not when it was imported`() async throws {
        try music.addAlbum("One", tracks: 2)
        let came = FileSystem.arrival(of: music.path + "/One/1.mp3")
        // The file system's clock is coarse: it is behind by some milliseconds at most.
        let written = Date()
        try await library.run([music.path])
        #expect(try added() == came)
        #expect(try #require(came) <= written)
        // A program that writes tags replaces files, and another track comes.
        try music.add("One/1.mp3", album: "One", title: "Renamed")
        try music.add("One/3.mp3", album: "One")
        try await library.run([music.path])
        #expect(try added() == came)
        #expect(try library.albums().first?.tracks.count == 3)
    }

    @Test func `a file without a time of creation came when its folder changed last`() throws {
        // The kernel's own files have no such time.
        let folder = try FileSystem.kind(of: "/proc/self", followsLinks: true).stamp.modified
        #expect(FileSystem.arrival(of: "/proc/self/status") == Date(milliseconds: folder / 1_000_000))
        #expect(FileSystem.arrival(of: "/nowhere/at/all.mp3") == nil)
    }

    @Test func `the date of an earlier version's import is corrected with the next one, and an earlier date stays`() async throws {
        try music.addAlbum("One", tracks: 1)
        try await library.run([music.path])
        let came = try #require(try added())
        try makeOld(at: came.addingTimeInterval(86_400))
        let outcome = try await library.run([music.path])
        #expect(try added() == came)
        #expect(outcome.files.changed == 0 && outcome.albums == SaveSummary(updated: 1))

        try makeOld(at: came.addingTimeInterval(-86_400))
        try await library.run([music.path])
        #expect(try added() == came.addingTimeInterval(-86_400))
    }

    @Test func `a file that moved since an earlier version read it is read again in its new place`() async throws {
        try music.addAlbum("One", tracks: 1)
        try await library.run([music.path])
        let came = try #require(try added())
        try makeOld(at: came.addingTimeInterval(86_400))
        try music.move("One", to: "Moved")
        let outcome = try await library.run([music.path])
        #expect(outcome.files.moved == 1)
        #expect(try added() == came)
    }

    @Test func `an album that a list names keeps the date of its list`() async throws {
        let rows = "Artist,Title,release_id,Date Added\nA,T,5,2020-01-01\n"
        try library.persistency.save(try CSVListImporter.read(Array(rows.utf8), path: "collection.csv").albums)
        #expect(try added("T") == Date(timeIntervalSince1970: 1_577_836_800))
    }
}
