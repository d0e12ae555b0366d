import GTKAdapters
import SleevesLibrary
import SleevesPlayer
import Testing

@testable import SleevesUI

@Suite("What the desktop shows of the player")
struct MediaStateTests {
    private func state(album id: String = "0123abcd", path: String = "/music/100 % #1.flac") throws -> MediaState {
        let album = AlbumRecord(id: AlbumID(rawValue: id), title: "Album", artist: "Band", source: .folder)
        let record = TrackRecord(title: "Song", artist: "Singer", disc: 2, number: 7, seconds: 65, path: path)
        let track = try #require(PlayableTrack(record, of: album))
        return MediaState(
            state: .playing, track: track, index: 3, hasNext: true, hasTracks: true, duration: .milliseconds(65_250), volume: 0.5)
    }

    @Test("The metadata of a track have MPRIS’s names and types")
    func metadata() throws {
        let properties = try state().properties(cover: "file:///covers/a.jpg")
        #expect(
            properties["Metadata"]
                == .dictionary([
                    "mpris:trackid": .objectPath("/org/heedswift/Sleeves/Album/0123abcd/Track/3"), "mpris:length": .int64(65_250_000),
                    "mpris:artUrl": .string("file:///covers/a.jpg"), "xesam:title": .string("Song"), "xesam:artist": .strings(["Singer"]),
                    "xesam:album": .string("Album"), "xesam:albumArtist": .strings(["Band"]), "xesam:trackNumber": .int32(7),
                    "xesam:discNumber": .int32(2), "xesam:url": .string("file:///music/100%20%25%20%231.flac"),
                ]))
        #expect(properties["PlaybackStatus"] == .string("Playing"))
        #expect(properties["Volume"] == .double(0.5))
        #expect(properties["CanGoNext"] == .bool(true))
    }

    @Test("A stopped player has no metadata, and can’t be paused")
    func stopped() {
        let properties = MediaState().properties(cover: nil)
        #expect(properties["Metadata"] == .dictionary([:]))
        #expect(properties["PlaybackStatus"] == .string("Stopped"))
        for name in ["CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious"] { #expect(properties[name] == .bool(false)) }
    }

    @Test("A track’s path is valid whatever the album’s identifier is")
    func foreignIdentifier() throws {
        #expect(try state(album: "../é").trackPath == "/org/heedswift/Sleeves/Track/3")
        #expect(MediaState().trackPath == nil)
    }

    @Test("Microseconds of any duration fit")
    func microseconds() {
        #expect(Duration.milliseconds(-1_500).microseconds == -1_500_000)
        #expect(Duration.seconds(Int64.max).microseconds == .max)
    }

    @Test("The values of another process are checked")
    func untrusted() {
        let playing: [String: BusValue] = [
            "PlaybackStatus": .string("Playing"), "Volume": .double(.nan), "Position": .string("1"),
            "Metadata": .dictionary(["xesam:title": .int32(1), "xesam:artist": .strings(["A", "B"]), "mpris:length": .uint64(2_000_000)]),
        ]
        let status = RunningPlayer.Status(playing, album: "")
        #expect(status.state == .playing)
        #expect(status.volume == nil)
        #expect(status.position == nil)
        #expect(status.title == nil)
        #expect(status.artist == "A, B")
        #expect(status.duration == .seconds(2))
        #expect(status.albumID == nil)
        #expect(RunningPlayer.Status(["PlaybackStatus": .int32(1)], album: "x") == RunningPlayer.Status())
    }
}
