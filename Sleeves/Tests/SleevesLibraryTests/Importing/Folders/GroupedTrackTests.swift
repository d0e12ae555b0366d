import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("A track with its names worked out")
struct GroupedTrackTests {
    @Test func `is the same, whatever track it shares names with`() {
        let albums: [String?] = [nil, "The Wall", "The Wall (Disc 2)", "the wall – CD1"]
        let artists: [String?] = [nil, "Mötley Crüe", "MÖTLEY CRÜE"]
        let folders = ["/music/The Wall", "/music/The Wall/CD1", "/music/The Wall (Disc 2)", "/"]
        var tracks: [TaggedFile] = []
        for album in albums {
            for artist in artists {
                for folder in folders {
                    for disc in [nil, 3] {
                        let tags = AudioTags(
                            artist: artist, albumArtist: artist, album: album, discNumber: disc, musicBrainzRelease: artist)
                        tracks.append(TaggedFile(path: Path.appending("1.mp3", to: folder), tags: tags))
                    }
                }
            }
        }
        for other in tracks.map({ GroupedTrack($0) }) {
            for track in tracks { #expect(parts(GroupedTrack(track, like: other)) == parts(GroupedTrack(track))) }
        }
        for track in tracks { #expect(GroupedTrack.shelf(ofFile: track.path, album: track.tags.album) == GroupedTrack(track).shelf) }
    }

    private func parts(_ track: GroupedTrack) -> [String?] {
        [
            track.file.path, track.shownTitle, track.title, track.albumArtist, track.artist, track.release, track.disc.map(String.init),
            track.folder, track.home, String(track.shelf),
        ]
    }
}

@Suite("Albums of files without tags")
struct GuessedAlbumTests {
    @Test(
        arguments: [
            ("Ada Crest - Blue Door (1999)", nil, "Ada Crest", "Blue Door", 1999),
            ("Ada Crest - 1999 - Blue Door", nil, "Ada Crest", "Blue Door", 1999),
            ("Blue Door (1999)", "Ada Crest", "Ada Crest", "Blue Door", 1999),
            ("1999 - Blue Door", "Ada Crest", "Ada Crest", "Blue Door", 1999),
            ("(1999) Blue Door", "Ada Crest", "Ada Crest", "Blue Door", 1999),
            ("[1999] Blue Door [FLAC]", "Ada Crest", "Ada Crest", "Blue Door", 1999),
            ("Ada Crest \u{2013} Blue Door (1999) [mp3 320]", "Music", "Ada Crest", "Blue Door", 1999),
            ("1999", "Ada Crest", "Ada Crest", "1999", nil),
            ("Blue-Door", "Ada Crest", "Ada Crest", "Blue-Door", nil), ("2112 Overtures", "Ada Crest", "Ada Crest", "2112 Overtures", nil),
            ("Ada Crest - Blue - Live", nil, "Ada Crest", "Blue - Live", nil),
            ("Blue Door (Live)", "Ada Crest", "Ada Crest", "Blue Door (Live)", nil),
        ] as [(String, String?, String, String, Int?)])
    func `are called as their folders say`(name: String, above: String?, artist: String, title: String, year: Int?) throws {
        let album = try #require(GuessedAlbum(name, in: above))
        #expect(album.artist == artist && album.title == title && album.year == year)
    }

    @Test(arguments: ["", " - ", "[FLAC]"])
    func `are unknown if the names say nothing`(name: String) {
        #expect(GuessedAlbum(name, in: nil) == nil)
    }

    @Test(arguments: [("Blue Door", "Blue Door"), ("(1999)", "(1999)"), ("1999", "1999"), ("Blue Door (1999) [FLAC]", "Blue Door")])
    func `have no artist if the names tell only a title`(name: String, title: String) throws {
        let album = try #require(GuessedAlbum(name, in: nil))
        #expect(album.artist == nil && album.title == title)
    }
}
