import Foundation
import Testing

@testable import SleevesLibrary

/// A folder that is watched is imported by itself when something in it changes.
@Suite("Importing a part", .timeLimit(.minutes(10)))
struct PartialImportTests {
    private let music: MusicFolder
    private let library: ImportedFolders

    init() throws {
        music = try MusicFolder()
        library = try ImportedFolders()
    }

    private func follow(_ folders: String...) async throws {
        var part = FolderImport(persistency: library.persistency, paths: folders.map { music.path + $0 })
        part.clock = { FileStamp.now + 3_600_000_000_000 }
        part.notesRoots = false
        _ = try await part.run()
    }

    /// The library after an import of everything into another.
    private func fresh() async throws -> [CompleteAlbum] {
        let once = try ImportedFolders()
        try await once.run([music.path])
        return try once.albums()
    }

    @Test(arguments: ["..", "../..", "."]) func `follows no link out of it to what is at its own place`(target: String) async throws {
        try music.addAlbum("a/One", tracks: 6)
        try music.addAlbum("b/Two", tracks: 2)
        try await library.run([music.path])
        let before = try library.albums()
        try music.folder.link("b/up", to: target == "../.." ? music.path : target)
        for _ in 0..<2 {
            try await follow("/b")
            #expect(try library.albums() == before)
        }
        try await library.run([music.path])
        #expect(try library.albums() == before)
    }

    @Test func `of a folder behind a link leaves its files where the link is`() async throws {
        let elsewhere = try MusicFolder()
        try elsewhere.addAlbum("One", tracks: 2)
        try music.folder.link("link", to: elsewhere.path)
        try await library.run([music.path])
        try elsewhere.add("One/3.mp3", album: "One")
        try await follow("/link/One")
        #expect(try await library.albums() == fresh())
        #expect(try library.albums().map(\.tracks.count) == [3])
    }

    @Test func `of a folder with another name of a file elsewhere counts the file once`() async throws {
        try music.addAlbum("b/One", tracks: 2)
        try music.add("a/x.mp3", album: "Other")
        try music.add("c/x.mp3", album: "Other")
        try await library.run([music.path])
        for folder in ["a", "c"] {
            try FileManager.default.linkItem(atPath: music.path + "/b/One/1.mp3", toPath: music.path + "/\(folder)/1.mp3")
            try music.folder.link("\(folder)/2.mp3", to: "../b/One/2.mp3")
            try await follow("/\(folder)")
            #expect(try await library.albums() == fresh())
        }
        try music.remove("a/1.mp3")
        try await follow("/a", "/b")
        #expect(try await library.albums() == fresh())
    }

    @Test func `is due for folders that changed since they were searched, and for those that may have`() async throws {
        try music.addAlbum("a/One", tracks: 2)
        try music.addAlbum("b/Two", tracks: 2)
        try await library.run([music.path])
        func changed() throws -> [String] {
            let folders = try library.persistency.watchedFolders()
            return try library.persistency.changedFolders(among: folders).map { String($0.dropFirst(music.path.count)) }
        }
        #expect(try library.persistency.watchedFolders().count == 5)
        #expect(try changed() == [])
        try music.add("a/One/3.mp3", album: "One")
        try FileManager.default.removeItem(atPath: "\(music.path)/b/Two")
        #expect(try changed() == ["/a/One", "/b"])
        try await follow("/a/One", "/b")
        #expect(try changed() == [])
        // One that was changed in the moment of its search.
        try music.add("a/One/4.mp3", album: "One")
        var part = FolderImport(persistency: library.persistency, paths: ["\(music.path)/a/One"])
        let now = try FileSystem.kind(of: "\(music.path)/a/One", followsLinks: true).stamp.modified
        part.clock = { now }
        _ = try await part.run()
        #expect(try changed() == ["/a/One"])
    }

    /// The number of histories to try: `SLEEVES_IMPORT_SEEDS=50` after a change of the import.
    private static let seeds = ProcessInfo.processInfo.environment["SLEEVES_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 2

    @Test(arguments: 1...seeds)
    func `gives what importing everything gives, whatever links there are`(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let folders = ["a", "b", "b/deep", "c"]
        for folder in folders { try music.add("\(folder)/0.mp3", album: folder) }
        try await library.run([music.path])
        for step in 0..<15 {
            let folder = random.element(of: folders)
            let name = "\(folder)/\(random.number(below: 4)).mp3"
            let link = "\(folder)/link\(random.number(below: 2))"
            let isThere = (try? FileManager.default.attributesOfItem(atPath: music.path + "/" + link)) != nil
            switch random.number(below: 4) {
            case 0 where !isThere: try music.folder.link(link, to: music.path + "/" + random.element(of: folders))
            case 1 where !isThere: try music.folder.link(link, to: random.element(of: [".", "..", "../.."]) == "../.." ? music.path : "..")
            case 2 where isThere: try music.remove(link)
            default: try music.add(name, album: random.element(of: ["One", "Two"]), title: "\(step)")
            }
            try await follow("/" + folder)
            #expect(try await library.albums() == fresh(), "seed \(seed), step \(step)")
        }
    }
}
