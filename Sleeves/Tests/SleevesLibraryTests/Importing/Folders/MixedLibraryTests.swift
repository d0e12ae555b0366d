import Foundation
import Testing

@testable import SleevesLibrary

/// A large library of every kind of album comes in exactly. `make check` imports ten thousand albums, and `make test` a few of each kind.
@Suite("A library of every kind of album", .timeLimit(.minutes(30)))
struct MixedLibraryTests {
    private static let count = ProcessInfo.processInfo.environment["SLEEVES_MIXED_ALBUMS"].flatMap(Int.init) ?? 150

    private func expect(
        _ library: ImportedFolders, isExactly mixed: MixedLibrary, at place: SourceLocation = #_sourceLocation
    ) throws {
        let found = try mixed.albums(of: library.persistency)
        let (missing, others) = (mixed.albums.subtracting(found), found.subtracting(mixed.albums))
        #expect(missing.isEmpty && others.isEmpty, "\(missing.count) missing, \(others.count) others", sourceLocation: place)
        for album in missing.prefix(5) { Issue.record("missing: \(album)", sourceLocation: place) }
        for album in others.prefix(5) { Issue.record("instead: \(album)", sourceLocation: place) }
        #expect(try library.persistency.count() == mixed.albums.count, sourceLocation: place)
    }

    @Test func `comes in exactly, at once, again, and in pieces in any order`() async throws {
        let mixed = try MixedLibrary(albums: Self.count, seed: 7)
        let whole = try ImportedFolders()
        let outcome = try await whole.run([mixed.folder.path])
        #expect(outcome.albums.inserted == mixed.albums.count && outcome.problems.isEmpty)
        try expect(whole, isExactly: mixed)
        let again = try await whole.run([mixed.folder.path])
        #expect(again.albums.unchanged == mixed.albums.count && again.albums.inserted + again.albums.updated + again.albums.removed == 0)
        try expect(whole, isExactly: mixed)

        var random = SeededRandom(seed: 8)
        let parts = try ImportedFolders()
        var pieces = mixed.pieces.shuffled(using: &random)[...]
        while !pieces.isEmpty {
            let some = pieces.prefix(random.number(below: 24) + 1)
            pieces = pieces.dropFirst(some.count)
            try await parts.run(Array(some))
        }
        try expect(parts, isExactly: mixed)
    }
}
