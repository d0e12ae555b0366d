import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The library while an import reads files.
@Suite("A library that an import fills", .timeLimit(.minutes(10)))
struct GrowingLibraryTests {
    private let music: MusicFolder
    private let library: ImportedFolders
    private let gate = ReadingGate()

    init() throws {
        music = try MusicFolder()
        var reader = MediaReader.inThisProcess
        reader.willRead = { [gate] in gate.enter($0.count) }
        library = try ImportedFolders(reader: reader)
    }

    /// Imports the folder with the shortest pace.
    ///
    /// - Parameters:
    ///   - filesAStep: After so many files, reading is held back until the library has other albums. `nil` if it is never held back.
    ///   - limit: The maximum number of times that it is held back.
    /// - Returns: The albums after each change, each with the number of its tracks, and the outcome.
    @discardableResult
    private func run(filesAStep: Int? = nil, limit: Int = .max) async throws -> (steps: [[AlbumID: Int]], outcome: FolderImport.Outcome) {
        let steps = Mutex<[[AlbumID: Int]]>([])
        gate.begin(filesAStep: filesAStep, limit: limit)
        let outcome = try await library.run([music.path], pace: .zero) { [gate, persistency = library.persistency] in
            let albums = (try? persistency.records()) ?? []
            steps.withLock { $0.append(Dictionary(uniqueKeysWithValues: albums.map { ($0.id, $0.tracks.count) })) }
            gate.noteStep()
        }
        return (steps.withLock { $0 }, outcome)
    }

    /// Expects that each album came with all of its tracks, and stayed.
    private func expectWholeAlbums(in steps: [[AlbumID: Int]]) throws {
        let last = try #require(steps.last)
        var known: Set<AlbumID> = []
        for step in steps {
            for (album, count) in step { #expect(count == last[album]) }
            #expect(known.isSubset(of: step.keys))
            known = Set(step.keys)
        }
    }

    @Test func `has more and more albums, each whole, long before the last file is read`() async throws {
        for album in 0..<30 { try music.addAlbum("Album \(album)", tracks: 20) }
        let (steps, outcome) = try await run(filesAStep: 128)
        let first = try #require(steps.first)
        #expect(first.count < 15 && steps.count > 3)
        try expectWholeAlbums(in: steps)
        #expect(outcome.albums == SaveSummary(inserted: 30))
        #expect(try library.persistency.roots() == [music.path])
    }

    @Test func `is searched more and more until the end, and then all files are found`() async throws {
        for album in 0..<30 { try music.addAlbum("Artist \(album % 5)/Album \(album)", tracks: 4) }
        try music.folder.link("link", to: "Artist 1")
        let reports = Mutex<[ImportProgress]>([])
        try await library.run([music.path, music.path + "/Artist 2"], progress: { progress in reports.withLock { $0.append(progress) } })
        let progress = reports.withLock { $0 }
        #expect(progress.map(\.searched) == progress.map(\.searched).sorted())
        #expect(progress.allSatisfy { $0.searched <= 1 && $0.filesDone <= $0.filesFound })
        #expect(progress.last == ImportProgress(filesDone: 120, filesFound: 120, searched: 1))
    }

    @Test func `has an album of several discs only when all of them are read`() async throws {
        for album in 0..<8 {
            for disc in 1...3 {
                for track in 1...12 {
                    try music.add("In folders \(album)/CD\(disc)/\(track).mp3", album: "In folders \(album)")
                    try music.add("Beside \(album) (Disc \(disc))/\(track).mp3", album: "Beside \(album) (Disc \(disc))")
                }
            }
        }
        let (steps, outcome) = try await run(filesAStep: 128)
        #expect(steps.count > 3)
        try expectWholeAlbums(in: steps)
        #expect(outcome.albums == SaveSummary(inserted: 16))
    }

    @Test func `counts an album once that has files in many folders, and one that another takes over`() async throws {
        for folder in 10..<40 {
            for track in 1...10 { try music.add("\(folder)/\(track).mp3", album: "Everywhere", title: "\(folder) \(track)") }
        }
        // Until the last folder names a release, these have none.
        for track in 1...40 { try music.add("1/\(track).mp3", album: "Release") }
        try music.add("5/41.mp3", album: "Release", release: "5f1d0c52-7b0e-4d3e-9a41-000000000001")
        let (steps, outcome) = try await run(filesAStep: 128, limit: 1)
        #expect(steps.count > 1)
        #expect(outcome.albums == SaveSummary(inserted: 2))
        #expect(try Set(library.persistency.records().map(\.tracks.count)) == [300, 41])
    }

    @Test func `keeps its albums as they are until all files are read, and what the user did to them`() async throws {
        for album in 0..<20 { try music.addAlbum("Album \(album)", tracks: 10) }
        try await run()
        for album in try library.persistency.albums() { _ = try library.persistency.recordEdit(of: album.id, AlbumEdits(genre: "Edited")) }
        let before = try library.persistency.count()
        for album in 0..<20 {
            for track in 1...10 { try music.add("Album \(album)/\(track).mp3", artist: "Other", album: "Album \(album)") }
            try music.addAlbum("New \(album)", tracks: 10)
        }
        let (steps, outcome) = try await run()
        for step in steps.dropLast() { #expect(step.count >= before) }
        #expect(outcome.albums == SaveSummary(inserted: 20, updated: 20))
        let albums = try library.persistency.albums()
        #expect(albums.count == 40 && albums.count { $0.genre == "Edited" } == 20)
        #expect(albums.filter { $0.genre == "Edited" }.allSatisfy { $0.artist == "Other" })
    }

    @Test func `has no album that the user has removed, and follows the folder from the first album on`() async throws {
        for album in 0..<10 { try music.addAlbum("Album \(album)", tracks: 20) }
        try await run()
        let ids = try library.persistency.albums().map(\.id)
        _ = try library.persistency.recordForgetting(music.path)
        _ = try library.persistency.recordRemoval(of: [])
        let roots = Mutex<[[String]]>([])
        gate.begin(filesAStep: 100, limit: 1)
        let outcome = try await library.run([music.path], pace: .zero) { [gate, persistency = library.persistency] in
            roots.withLock { $0.append((try? persistency.roots()) ?? []) }
            gate.noteStep()
        }
        #expect(roots.withLock { $0.allSatisfy { $0 == [music.path] } && $0.count > 1 })
        #expect(outcome.albums == SaveSummary(inserted: 10))
        _ = try library.persistency.recordRemoval(of: ids)
        _ = try library.persistency.recordForgetting(music.path)
        let (steps, again) = try await run()
        #expect(steps.allSatisfy { $0.isEmpty })
        #expect(again.albums == SaveSummary(leftOut: 10))
    }

    @Test func `has the albums that are read while a folder is searched and other files are read that take their time`() async throws {
        for album in 0..<30 { try music.addAlbum("Album \(album)", tracks: 20) }
        // Hardly more files are read before there are albums of the first ones.
        let (steps, outcome) = try await run(filesAStep: 40)
        #expect(steps.count > 10)
        try expectWholeAlbums(in: steps)
        #expect(outcome.albums == SaveSummary(inserted: 30))
    }
}

/// A gate for the readers of an import, which go on only after steps of the library, or if there are none for ten seconds.
private final class ReadingGate: @unchecked Sendable {
    // SAFETY: all is used only under the lock of the condition.
    private let condition = NSCondition()
    private var files = 0
    private var steps = 0
    private var filesAStep: Int?
    private var limit = 0

    /// - Parameters:
    ///   - filesAStep: The number of files after which the next ones wait for another step; `nil` for no limit.
    ///   - limit: The number of steps to wait for.
    func begin(filesAStep: Int?, limit: Int) {
        condition.withLock { (files, steps, self.filesAStep, self.limit) = (0, 0, filesAStep, limit) }
    }

    func enter(_ count: Int) {
        condition.withLock {
            let first = files
            files += count
            guard let filesAStep else { return }
            while steps < min(first / filesAStep, limit) {
                // Both readers wait in vain where the files of a whole album were taken, but came here after later ones.
                guard condition.wait(until: Date(timeIntervalSinceNow: 10)) else { return }
            }
        }
    }

    func noteStep() {
        condition.withLock {
            steps += 1
            condition.broadcast()
        }
    }
}
