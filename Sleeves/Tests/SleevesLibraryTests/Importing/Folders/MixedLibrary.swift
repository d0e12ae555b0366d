import FileNames
import Foundation
import Glibc

@testable import SleevesLibrary

/// A folder of albums of every kind, made from a seed, with the right answer.
struct MixedLibrary {
    /// An album as an import should have it.
    struct Album: Hashable {
        struct Track: Hashable {
            var disc = 1
            var number: Int?
            var title: String
            /// The path below the folder.
            var path: String
        }

        var title: String
        var artist: String
        var year: Int?
        var reissue: String?
        var tracks: [Track]
    }

    let folder: TemporaryFolder
    private(set) var albums: Set<Album> = []
    /// The folders that can be imported one by one.
    private(set) var pieces: [String] = []

    private var random: SeededRandom
    private let sounds = SyntheticMP3.silence.count

    /// - Parameter count: The number of albums, of which some are made two at a time.
    init(albums count: Int, seed: UInt64) throws {
        folder = try TemporaryFolder()
        random = SeededRandom(seed: seed)
        var number = 0
        while albums.count < count {
            let shelf = "Shelf \(number / 100)"
            try add(Self.kinds[number % Self.kinds.count], Case(number: number, place: shelf))
            number += 1
        }
        // The folders of the first shelf one by one, so that those of one album come in different imports, and the others as a whole.
        let shelves = Set(albums.flatMap(\.tracks).map { String($0.path.prefix { $0 != "/" }) }).sorted()
        let first = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Shelf 0").sorted()
        pieces = (first.map { "Shelf 0/\($0)" } + shelves.filter { $0 != "Shelf 0" }).map { "\(folder.path)/\($0)" }
    }

    /// The albums of a library, in the same form.
    func albums(of persistency: PersistencyManager) throws -> Set<Album> {
        Set(
            try persistency.records().map { album in
                Album(
                    title: album.title, artist: album.artist, year: album.year, reissue: album.release?.reissue,
                    tracks: album.tracks.map { track in
                        Album.Track(
                            disc: track.disc ?? 1, number: track.number, title: track.title,
                            path: Path.relative(track.path ?? "", to: folder.path))
                    })
            })
    }

    // MARK: Files

    /// The tags of a file.
    private struct Tags {
        var title: String
        var artist: String?
        var albumArtist: String?
        var album: String?
        var number: String?
        var disc: Int?
        var date: String?
        var original: String?
        var release: String?
        var isCompilation = false
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        var parent = folder.path
        for part in path.split(separator: "/").dropLast() {
            parent += "/" + part
            FileName.withSystemName(parent) { _ = mkdir($0, 0o700) }
        }
        let descriptor = FileName.withSystemName("\(folder.path)/\(path)") { open($0, O_CREAT | O_WRONLY | O_TRUNC, 0o600) }
        defer { close(descriptor) }
        try FileSystem.write(bytes, to: descriptor)
    }

    private func write(_ tags: Tags, to path: String) throws {
        switch Path.split(name: path).fileExtension {
        case "mp3":
            var mp3 = SyntheticMP3()
            let texts = [
                ("TIT2", tags.title), ("TPE1", tags.artist), ("TPE2", tags.albumArtist), ("TALB", tags.album), ("TRCK", tags.number),
                ("TPOS", tags.disc.map(String.init)), ("TDRC", tags.date), ("TDOR", tags.original),
                ("TCMP", tags.isCompilation ? "1" : nil),
            ]
            for (name, text) in texts { if let text { mp3.text(name, text) } }
            if let release = tags.release { mp3.userText("MusicBrainz Album Id", release) }
            try write(silent(mp3), to: path)
        case "m4a":
            // Without numbers: the titles are the positions.
            let atoms = [
                ("©nam", tags.title), ("©ART", tags.artist), ("aART", tags.albumArtist), ("©alb", tags.album), ("©day", tags.date),
            ]
            try write(SyntheticAudio.mp4(atoms.compactMap { name, text in text.map { (name, $0) } }, named: []), to: path)
        case let format:
            let comments = [
                ("TITLE", tags.title), ("ARTIST", tags.artist), ("ALBUMARTIST", tags.albumArtist), ("ALBUM", tags.album),
                ("TRACKNUMBER", tags.number), ("DISCNUMBER", tags.disc.map(String.init)), ("DATE", tags.date),
                ("ORIGINALDATE", tags.original),
                ("MUSICBRAINZ_ALBUMID", tags.release), ("COMPILATION", tags.isCompilation ? "1" : nil),
            ].compactMap { name, text in text.map { (name, $0) } }
            try write(format == "flac" ? SyntheticAudio.flac(comments) : SyntheticAudio.opus(comments), to: path)
        }
    }

    /// A file with only a moment of its silence, which is most of its bytes.
    private func silent(_ mp3: SyntheticMP3) -> [UInt8] {
        Array(mp3.bytes.dropLast(sounds - 4 * 417))
    }

    // MARK: Kinds

    /// The albums and files of one case.
    private struct Case {
        let number: Int
        let place: String
        var artist: String { "Artist \(number)" }
        var album: String { "Album \(number)" }
        var home: String { "\(place)/\(artist)" }
    }

    private typealias Kind = @Sendable (inout MixedLibrary, Case) throws -> Void

    private mutating func add(_ kind: Kind, _ it: Case) throws { try kind(&self, it) }

    /// Writes tracks with these titles, and returns them as an album should have them.
    private func tracks(
        _ titles: [String], in place: String, format: String, disc: Int = 1, from first: Int = 1, _ edit: (inout Tags, Int) -> Void
    ) throws -> [Album.Track] {
        try titles.enumerated().map { index, title in
            var tags = Tags(title: title, number: "\(first + index)", date: "2001")
            edit(&tags, index)
            let path = "\(place)/\(first + index).\(format)"
            try write(tags, to: path)
            return Album.Track(disc: disc, number: format == "m4a" ? nil : first + index, title: title, path: path)
        }
    }

    private static let kinds: [Kind] = [
        // Tagged files of one folder, of each format, with a folder beside them that isn't the user's.
        { library, it in
            let format = library.random.element(of: ["flac", "mp3", "opus", "m4a"])
            let titles = (0...library.random.number(below: 3)).map { "Song \($0)" }
            let tracks = try library.tracks(titles, in: "\(it.home)/\(it.album)", format: format) { tags, _ in
                (tags.artist, tags.album) = (it.artist, it.album)
            }
            let system = library.random.element(of: ["@eaDir", "#recycle", "lost+found"])
            try library.write(Tags(title: "Old", artist: it.artist, album: "Old"), to: "\(it.home)/\(system)/old.mp3")
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // Discs in folders of the album, or beside each other.
        { library, it in
            let places =
                library.random.number(below: 2) == 0 ? ["\(it.album)/CD1", "\(it.album)/CD2"] : ["\(it.album) CD1", "\(it.album) CD2"]
            let tracks = try places.enumerated().flatMap { index, place in
                try library.tracks(["Side \(index) a", "Side \(index) b"], in: "\(it.home)/\(place)", format: "opus", disc: index + 1) {
                    tags, _ in
                    (tags.artist, tags.album) = (it.artist, it.album)
                }
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // Copies, of which the lossless one is played.
        { library, it in
            let name: (inout Tags, Int) -> Void = { tags, _ in (tags.artist, tags.album) = (it.artist, it.album) }
            _ = try library.tracks(["One", "Two"], in: "\(it.home)/\(it.album) (MP3)", format: "mp3", name)
            let tracks = try library.tracks(["One", "Two"], in: "\(it.home)/Lossless", format: "flac", name)
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // Two albums with one name.
        { library, it in
            for year in [1990, 2000] {
                let tracks = try library.tracks(["First of \(year)", "Second of \(year)"], in: "\(it.home)/\(year)", format: "flac") {
                    tags, _ in
                    (tags.artist, tags.album, tags.date) = (it.artist, it.artist, "\(year)")
                }
                library.albums.insert(Album(title: it.artist, artist: it.artist, year: year, tracks: tracks))
            }
        },
        // Two bands' albums of one title in one folder.
        { library, it in
            for (band, first) in [(it.artist, 1), ("Band \(it.number)", 3)] {
                var tracks = try library.tracks(["\(band) a", "\(band) b"], in: "\(it.home)/Hits", format: "opus", from: first) {
                    tags, index in
                    (tags.albumArtist, tags.artist, tags.album) = (band, band, "Greatest Hits")
                    tags.number = "\(index + 1)"
                }
                for index in tracks.indices { tracks[index].number = index + 1 }
                library.albums.insert(Album(title: "Greatest Hits", artist: band, year: 2001, tracks: tracks))
            }
        },
        // A compilation in the folders of its artists.
        { library, it in
            let title = "Sampler \(it.number)"
            let tracks = try (1...3).flatMap { index in
                try library.tracks(["Song \(index)"], in: "\(it.home) \(index)/\(title)", format: "flac", from: index) { tags, _ in
                    (tags.artist, tags.album, tags.isCompilation) = ("\(it.artist) \(index)", title, true)
                }
            }
            library.albums.insert(Album(title: title, artist: "Various Artists", year: 2001, tracks: tracks))
        },
        // Guests, without an album artist.
        { library, it in
            let tracks = try library.tracks(["One", "Two", "Three"], in: "\(it.home)/\(it.album)", format: "mp3") { tags, index in
                (tags.artist, tags.album) = (index == 1 ? "\(it.artist) feat. Guest" : it.artist, it.album)
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // Files without tags.
        { library, it in
            let place = "\(it.place)/\(it.artist) - \(it.album) (1999)"
            let tracks = try ["First", "Second"].enumerated().map { index, title in
                let path = "\(place)/0\(index + 1) \(title).mp3"
                try library.write(Array(SyntheticMP3.silence.prefix(4 * 417)), to: path)
                return Album.Track(number: nil, title: title, path: path)
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 1999, tracks: tracks))
        },
        // A release in two folders with other titles.
        { library, it in
            let id = "5f1d0c52-7b0e-4d3e-9a41-" + String(repeating: "0", count: 12 - "\(it.number)".count) + "\(it.number)"
            let parts = [("x", it.album, 1, ["One", "Two"]), ("y", "\(it.album) (Deluxe)", 3, ["Three"])]
            let tracks = try parts.flatMap { place, title, first, titles in
                try library.tracks(titles, in: "\(it.home)/\(place)", format: "flac", from: first) { tags, _ in
                    (tags.artist, tags.album, tags.release) = (it.artist, title, id)
                }
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // The sides of a record.
        { library, it in
            let sides = ["A1", "A2", "B1", "B2"]
            let tracks = try library.tracks(sides.map { "Side \($0)" }, in: "\(it.home)/\(it.album)", format: "flac") { tags, index in
                (tags.artist, tags.album, tags.number) = (it.artist, it.album, sides[index])
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // A file that a CUE sheet divides.
        { library, it in
            let path = "\(it.home)/\(it.album).flac"
            try library.write(SyntheticAudio.flac([], seconds: 200), to: path)
            var sheet = "REM DATE 1975\nPERFORMER \"\(it.artist)\"\nTITLE \"\(it.album)\"\nFILE \"\(it.album).flac\" WAVE\n"
            let titles = ["One", "Two", "Three"]
            for (index, title) in titles.enumerated() {
                sheet += "  TRACK 0\(index + 1) AUDIO\n    TITLE \"\(title)\"\n    INDEX 01 0\(index):00:00\n"
            }
            try library.write(Array(sheet.utf8), to: "\(it.home)/\(it.album).cue")
            let tracks = titles.enumerated().map { Album.Track(number: $0 + 1, title: $1, path: path) }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 1975, tracks: tracks))
        },
        // Texts in an encoding that isn't declared.
        { library, it in
            let (encoding, artist, title, titles) = library.random.element(of: Self.legacy)
            let tracks = try titles.enumerated().map { index, name in
                var mp3 = SyntheticMP3(version: 3)
                for (id, text) in [("TPE1", "\(artist) \(it.number)"), ("TALB", title), ("TIT2", name)] {
                    mp3.frames.append((id, [0] + LegacyText.bytes(text, LegacyText.name(encoding)) + [0]))
                }
                mp3.text("TRCK", "\(index + 1)")
                let path = "\(it.home)/\(index + 1).mp3"
                try library.write(library.silent(mp3), to: path)
                return Album.Track(number: index + 1, title: name, path: path)
            }
            library.albums.insert(Album(title: title, artist: "\(artist) \(it.number)", year: nil, tracks: tracks))
        },
        // Names of files that aren't UTF-8.
        { library, it in
            let place = "\(it.home)/" + FileName.string(Array("Caf".utf8) + [0xE9])
            let tracks = try library.tracks(["One", "Two"], in: place, format: "flac") { tags, _ in
                (tags.artist, tags.album) = (it.artist, it.album)
            }
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
        // A year with a typing error, and reissues.
        { library, it in
            let isReissue = library.random.number(below: 2) == 0
            let tracks = try library.tracks(["One", "Two", "Three"], in: "\(it.home)/\(it.album)", format: "opus") { tags, index in
                (tags.artist, tags.album) = (it.artist, it.album)
                (tags.date, tags.original) = isReissue ? ("1998-05-04", "1971") : (index == 0 ? "1905" : "2005", nil)
            }
            library.albums.insert(
                Album(
                    title: it.album, artist: it.artist, year: isReissue ? 1971 : 2005, reissue: isReissue ? "1998-05-04" : nil,
                    tracks: tracks))
        },
        // Files without the title of an album.
        { library, it in
            let tracks = try library.tracks(["One", "Two"], in: "\(it.home)/Loose", format: "opus") { tags, _ in tags.artist = it.artist }
            library.albums.insert(Album(title: "Loose", artist: it.artist, year: 2001, tracks: tracks))
        },
        // Files of which one has no tags.
        { library, it in
            let place = "\(it.home)/\(it.album) (2001)"
            var tracks = try library.tracks(["One", "Two"], in: place, format: "mp3") { tags, _ in
                (tags.artist, tags.album) = (it.artist, it.album)
            }
            let forgotten = "\(place)/03 Three.mp3"
            try library.write(Array(SyntheticMP3.silence.prefix(4 * 417)), to: forgotten)
            tracks.append(Album.Track(number: nil, title: "Three", path: forgotten))
            library.albums.insert(Album(title: it.album, artist: it.artist, year: 2001, tracks: tracks))
        },
    ]

    private static let legacy: [(TextEncoding, artist: String, album: String, titles: [String])] = [
        (.simplifiedChinese, "林小溪", "春天的声音", ["清晨的雨", "山间小路", "回到故乡"]),
        (.japanese, "山田花子", "春のうた", ["さくらの道", "東京の夜"]),
        (.korean, "김하늘", "봄날의 노래", ["첫사랑", "비 오는 거리"]),
        (.cyrillic, "Ирина Лесная", "Северное лето", ["Дорога домой", "Снег идёт"]),
    ]
}
