import Foundation
import Testing

@testable import SleevesLibrary

@Suite("The source that was read last")
struct LastSourceTests {
    private let music: MusicFolder
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
        for album in 1...2 { try music.addAlbum("Album \(album)", tracks: 1) }
    }

    @Test func `is the one whose import ended last`() async throws {
        #expect(await library.lastRead(.folder) == nil)
        try await library.importAlbums(at: [music.path + "/Album 1"])
        try await library.importAlbums(at: [music.path + "/Album 2"])
        #expect(await library.lastRead(.folder) == music.path + "/Album 2")
        try await library.importAlbums(at: [music.path + "/Album 1"])
        #expect(await library.lastRead(.folder) == music.path + "/Album 1")
        #expect(await library.lastRead(.list) == nil)
    }
}
