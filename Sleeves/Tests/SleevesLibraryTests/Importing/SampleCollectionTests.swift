import Foundation
import Testing

@testable import SleevesLibrary

@Suite struct SampleCollectionTests {
    @Test func `an import of the sample collection finds exactly the albums it was made of`() async throws {
        struct Found: Hashable {
            let artist: String
            let title: String
            let year: Int?
            let genre: String?
            let trackCount: Int?
            let cover: Bool
        }
        let result = try await ImportedFolders().read([SampleCollection.music])
        let found = result.albums.map { album in
            Found(
                artist: album.artist, title: album.title, year: album.year, genre: album.genre, trackCount: album.trackCount,
                cover: album.localCover != nil)
        }
        let expected = try SampleCollection.expected().map { album in
            Found(
                artist: album.artist, title: album.title, year: album.year, genre: album.genre, trackCount: album.trackCount,
                cover: album.cover)
        }
        #expect(result.problems.isEmpty)
        #expect(found.count == expected.count)
        #expect(Set(found) == Set(expected))
        #expect(Set(result.albums.map(\.id)).count == found.count)
        #expect(result.filesRead == expected.compactMap(\.trackCount).reduce(0, +))
    }

    @Test func `the albums of the sample collection are the same wherever it is`() async throws {
        let folder = try TemporaryFolder()
        let there = "\(folder.path)/Another place/Under another name"
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Another place", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: SampleCollection.music, toPath: there)
        let here = try await ImportedFolders().read([SampleCollection.music])
        let copy = try await ImportedFolders().read([there])
        #expect(here.albums.count > 30 && Set(copy.albums.map(\.id)) == Set(here.albums.map(\.id)))
    }

    @Test func `every cover of the sample collection can be read`() async throws {
        let result = try await ImportedFolders().read([SampleCollection.music])
        for album in result.albums {
            if let cover = album.localCover { #expect(try cover.read(limit: 32 << 20).count > 100) }
        }
    }
}
