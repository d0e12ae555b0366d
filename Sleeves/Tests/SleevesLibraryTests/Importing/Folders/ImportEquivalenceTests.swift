import Foundation
import Testing

@testable import SleevesLibrary

/// However a folder came to be what it is, importing it step by step gives what importing it once gives.
@Suite("Importing step by step", .timeLimit(.minutes(10)))
struct ImportEquivalenceTests {
    /// Changes to a folder, drawn from a seed so that a failure can be repeated.
    private struct Changes {
        var random: SeededRandom
        let music: MusicFolder

        private let folders = ["a", "b", "b/CD1", "b/CD2", "c", "c/deep"]

        private mutating func file() -> String { "\(random.element(of: folders))/\(random.number(below: 4)).mp3" }

        private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: music.path + "/" + name) }

        private func isLink(_ name: String) -> Bool {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: music.path + "/" + name)) != nil
        }

        mutating func make() throws {
            let name = file()
            switch random.number(below: 10) {
            case 0 where exists(name): try music.remove(name)
            case 1 where exists(name):
                let new = file()
                if !exists(new) { try music.move(name, to: new) }
            case 2:
                let folder = random.element(of: folders)
                let new = random.element(of: ["d", "e/f", "g"])
                if exists(folder), !exists(new) { try music.move(folder, to: new) }
            case 3 where !isLink("link"): try music.folder.link("link", to: random.element(of: folders))
            case 4 where !isLink("link.mp3"): try music.folder.link("link.mp3", to: name)
            case 5:
                let folder = random.element(of: folders)
                if exists(folder) { try music.remove(folder) }
            case 6: try music.folder.write("text", to: name)
            default:
                try music.add(
                    name,
                    artist: random.element(of: ["A", "a", "B"]),
                    album: random.element(of: ["One", "ONE", "One (Disc 2)", "Two", nil]),
                    title: random.element(of: ["Song", "Other"]),
                    release: random.number(below: 5) == 0 ? random.element(of: ["R1", "R2"]) : nil,
                    isCompilation: random.number(below: 8) == 0
                )
            }
        }
    }

    /// The number of histories to try: `SLEEVES_IMPORT_SEEDS=50` after a change of the import.
    private static let seeds = ProcessInfo.processInfo.environment["SLEEVES_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 2

    @Test(arguments: 1...seeds)
    func `gives what importing once gives`(seed: UInt64) async throws {
        let music = try MusicFolder()
        let library = try ImportedFolders()
        var changes = Changes(random: SeededRandom(seed: seed), music: music)
        for step in 0..<20 {
            for _ in 0...changes.random.number(below: 4) { try changes.make() }
            let before = try library.persistency.count()
            let outcome = try await library.run([music.path], pace: .zero)
            let albums = outcome.albums
            #expect(try library.persistency.count() - before == albums.inserted - albums.removed, "seed \(seed), step \(step)")
            #expect(try library.persistency.count() == albums.total, "seed \(seed), step \(step)")
            let once = try ImportedFolders()
            let fresh = try await once.run([music.path])
            #expect(try library.albums() == once.albums(), "seed \(seed), step \(step)")
            #expect(outcome.problems == fresh.problems, "seed \(seed), step \(step)")
            #expect(outcome.files.found == fresh.files.found, "seed \(seed), step \(step)")
            #expect(outcome.files.unusable == fresh.files.unusable, "seed \(seed), step \(step)")
        }
    }
}
