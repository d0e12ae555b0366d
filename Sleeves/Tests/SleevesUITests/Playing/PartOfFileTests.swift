import Foundation
import Heed
import SleevesLibrary
import SleevesNetworking
import SleevesPlayer
import Testing

@testable import SleevesUI

/// Tracks that are parts of one file, which a path doesn't tell apart.
@Suite("Parts of a file in the window")
@MainActor
struct PartOfFileTests {
    private static let tracks = (0..<3).map { index in
        TrackRecord(
            title: "\(index)", number: index + 1, seconds: 60, path: "/nowhere/album.flac",
            segment: FileSegment(start: index * 4_500, end: index < 2 ? (index + 1) * 4_500 : nil))
    }

    @Test("Only the part that plays is marked")
    func mark() throws {
        let album = AlbumRecord(id: AlbumID(rawValue: "a"), title: "Album", artist: "Artist", source: .folder)
        let player = Player()
        player.play(Self.tracks.compactMap { PlayableTrack($0, of: album) }, from: 1, isPaused: true)
        let mark = try #require(player.mark)
        #expect(Self.tracks.map(mark.marks) == [false, true, false])
        #expect(player.duration == .seconds(60))
    }

    @Test("The part that played, and the position in it, are restored")
    func restoring() async throws {
        let folder = NSTemporaryDirectory() + "/sleeves-parts-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let persistency = try PersistencyManager(libraryDirectory: folder + "/library", cacheDirectory: folder + "/cache")
        let record = AlbumRecord(id: AlbumID(rawValue: "a"), title: "Album", artist: "Artist", source: .folder, folder: "/nowhere")
        try persistency.save([CompleteAlbum(record, tracks: Self.tracks)])
        let library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
        let status = AppStatus(restorable: LibraryState())
        let (before, after) = (Player(), Player())
        let keeper = PlaybackKeeper(before, library: library, status: status)
        before.play(try await library.playableTracks(of: [record.id]), from: 2, at: .seconds(7), isPaused: true)
        keeper.note()
        let playback = try #require(status.restorable.playback)
        #expect(playback.segmentStart == 9_000 && playback.seconds == 7)
        await PlaybackKeeper(after, library: library, status: status).restore()
        #expect(after.index == 2 && after.position == .seconds(7) && after.state == .paused)
    }
}
