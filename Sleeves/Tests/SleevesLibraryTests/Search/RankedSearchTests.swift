import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Searching by closeness")
struct RankedSearchTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
    }

    private func titles(_ search: String, order: AlbumOrder = AlbumOrder(.title)) throws -> [String] {
        let titles = try library.albums(search: search, order: order).map(\.title)
        let numbers = try library.albumList(search: search, order: order).numbers
        #expect(try library.albums(numbered: numbers).count == titles.count)
        return titles
    }

    private func track(_ title: String, by artist: String? = nil) -> TrackRecord {
        TrackRecord(title: title, artist: artist)
    }

    @Test("Whole words come first, then beginnings, insides and tracks; the order holds among equally close albums, in both directions")
    func ranks() throws {
        try library.save([
            SampleAlbums.record("A Track", by: "B", tracks: [track("Blue Moon")]), SampleAlbums.record("Bluebird", by: "C"),
            SampleAlbums.record("Kind of Blue", by: "D"), SampleAlbums.record("Navyblue", by: "E"), SampleAlbums.record("Blue", by: "F"),
            SampleAlbums.record("Aluminium", by: "Blues Band"),
        ])
        #expect(try titles("blue") == ["Blue", "Kind of Blue", "Aluminium", "Bluebird", "Navyblue", "A Track"])
        #expect(
            try titles("blue", order: AlbumOrder(.title, isReversed: true))
                == ["Kind of Blue", "Blue", "Bluebird", "Aluminium", "Navyblue", "A Track"])
        // The rank of several words is that of the one that is furthest away.
        #expect(try titles("blue kind") == ["Kind of Blue"])
        #expect(try titles("blu moon") == ["A Track"])
    }

    @Test(
        "A word with a typing error is found where few albums have the word itself",
        arguments: ["wether", "weahter", "weathr", "weatther", "weather", "veather", "WÉTHER"])
    func typingErrors(word: String) throws {
        try library.save([SampleAlbums.record("Weather for Two"), SampleAlbums.record("Feathered", by: "Other")])
        #expect(try titles(word).first == "Weather for Two")
    }

    @Test("Long words may have two errors, short words and numbers none, and letters of any script count as one")
    func errorLimits() throws {
        try library.save([
            SampleAlbums.record("Electronic Sounds", by: "A", year: 1971), SampleAlbums.record("Jaz", by: "B"),
            SampleAlbums.record("Дорога", by: "C"),
        ])
        #expect(try titles("elektronik") == ["Electronic Sounds"])
        #expect(try titles("elektronikk").isEmpty)
        #expect(try titles("saunds") == ["Electronic Sounds"])
        #expect(try titles("jzz").isEmpty && titles("1972").isEmpty)
        #expect(try titles("дорора") == ["Дорога"] && titles("дороооа").isEmpty)
        #expect(try titles("saunds electronic") == ["Electronic Sounds"])
        #expect(try titles("saunds jaz").isEmpty)
    }

    @Test("Typing errors aren't looked for where enough albums have the word")
    func enough() throws {
        try library.save(["Weather 1", "Weather 2", "Weather 3"].map { SampleAlbums.record($0) } + [SampleAlbums.record("Feather")])
        #expect(try titles("weather") == ["Weather 1", "Weather 2", "Weather 3"])
    }

    @Test("Tracks are found by words of their titles and performers, mixed with words of the album")
    func tracks() throws {
        let tracks = [track("Across the Universe"), track("日本語の歌", by: "Performer"), track("Two of Us")]
        try library.save([SampleAlbums.record("Let It Be", by: "The Beatles", tracks: tracks), SampleAlbums.record("Other")])
        for search in ["universe", "beatles across", "perform", "語の", "\"across the universe\"", "univ"] {
            #expect(try titles(search) == ["Let It Be"], "\(search)")
        }
        // Two letters begin too many tracks, and a phrase doesn't reach from one track into the next.
        for search in ["ac", "\"universe 日\"", "\"the universe two\"", "iverse"] { #expect(try titles(search).isEmpty, "\(search)") }
    }

    @Test("A track is found as long as the album has it: after another import, an edit, a removal and its undoing")
    func tracksFollow() throws {
        var record = SampleAlbums.record("Album", tracks: [TrackRecord(title: "Sunrise", seconds: 100)])
        try library.save([record])
        record.tracks = [TrackRecord(title: "Nightfall", seconds: 200), TrackRecord(title: "Coda", seconds: -5)]
        try library.save([record])
        #expect(try titles("sunrise").isEmpty && titles("nightfall") == ["Album"])
        _ = try library.recordEdit(of: record.id, AlbumEdits(title: "Mine"))
        #expect(try titles("nightfall") == ["Mine"])
        let removal = try library.recordRemoval(of: [record.id])
        #expect(try titles("nightfall").isEmpty)
        _ = try library.revert(\.undo, expecting: removal.top)
        #expect(try titles("nightfall") == ["Mine"])
        #expect(try library.statistics(limit: 3).seconds == 200)
    }

    @Test("Words in quotes are a phrase; without the second quote its last word may be incomplete; other quotes are signs")
    func phrases() throws {
        try library.save([
            SampleAlbums.record("The Dark Side of the Moon", by: "A"), SampleAlbums.record("Side Dark", by: "B"),
            SampleAlbums.record("Dark Sides", by: "C"), SampleAlbums.record("12\" Mixes", by: "D"),
            SampleAlbums.record("“Heroes”", by: "E"),
        ])
        #expect(try titles("\"dark side\"") == ["The Dark Side of the Moon"])
        #expect(try titles("“Dark Side”") == ["The Dark Side of the Moon"])
        #expect(try titles("\"dark si") == ["The Dark Side of the Moon", "Dark Sides"])
        #expect(try titles("\"dark side\" moon") == ["The Dark Side of the Moon"])
        #expect(try titles("12\"") == ["12\" Mixes"] && titles("\"heroes\"") == ["“Heroes”"])
        #expect(try titles("\"\"").isEmpty)
        #expect(try titles("\"side of the moon\" \"dark\"") == ["The Dark Side of the Moon"])
    }

    @Test(
        "A decade finds the albums of its years, and albums that name it",
        arguments: [
            ("1970s", ["1970", "The 1970s", "1979"]), ("70s", ["1970", "1979", "The 1970s"]), ("00s", ["2004"]), ("2000s", ["2004"]),
            ("1970s somebody", ["1970", "The 1970s", "1979"]), ("1975s", []), ("0s", []), ("99999990s", []),
        ])
    func decades(search: String, found: [String]) throws {
        try library.save(
            [1969, 1970, 1979, 1980, 2004].map { (year: Int) in SampleAlbums.record("\(year)", year: year) } + [
                SampleAlbums.record("The 1970s")
            ])
        #expect(try titles(search) == found)
    }

    @Test("Fewer letters than three find beginnings of words only")
    func shortWords() throws {
        try library.save([SampleAlbums.record("Ombre"), SampleAlbums.record("Brel", by: "Embers")])
        #expect(try titles("br") == ["Brel"] && titles("mbr") == ["Ombre"] && titles("b") == ["Brel"])
    }

    @Test("A search finds what another program has just added, changed and removed")
    func otherPrograms() throws {
        try library.save([SampleAlbums.record("First")])
        #expect(try titles("first") == ["First"])
        let other = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
        try other.save([SampleAlbums.record("Second First")])
        #expect(try titles("first") == ["First", "Second First"])
        _ = try other.recordEdit(of: SampleAlbums.record("First").id, AlbumEdits(title: "Third"))
        #expect(try titles("first") == ["Second First"] && titles("third") == ["Third"])
        _ = try other.recordRemoval(of: [SampleAlbums.record("Second First").id])
        #expect(try titles("first").isEmpty)
    }

    @Test("Texts that have changed often are forgotten, and the current ones are found")
    func compacting() throws {
        let records = (0..<600).map { SampleAlbums.record("Album \($0)") }
        try library.save(records)
        for genre in ["Rock", "Jazz", "Folk", "Soul"] {
            try library.save(
                records.map { record in
                    var record = record
                    record.genre = genre
                    return record
                })
            #expect(try library.albumList(search: genre).count == 600)
        }
        #expect(try library.albumList(search: "rock").isEmpty)
        #expect(try library.read { try library.texts.snapshot(in: $0).numbers.count } < 2400)
    }

    @Test("Damaged texts, tracks and releases of an earlier version cost only themselves")
    func damage() throws {
        let folder = try StoreFolder()
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "no index entries for nothing")
        try queue.write { database in
            for (number, tracks) in [
                "{", "[", "7", "[7, \"x\", null, [1]]", "{\"a\": {\"title\": \"Object\"}}", "", "[{\"title\": 5, \"seconds\": 9e99}]",
                "[{\"title\": \"Good\", \"artist\": {\"a\": 1}, \"seconds\": 9223372036854775807}, {\"seconds\": -1}, {\"title\": \"Two\"}]",
            ].enumerated() {
                let sql = """
                    INSERT INTO album (id, title, artist, titleSort, artistSort, source, added, release, genre)
                    VALUES (?1, ?1, 'Artist', ?1, 'artist', 'json', 1, '{"labels": 5}', '')
                    """
                try database.execute(sql: sql, arguments: ["id\(number)"])
                try database.execute(sql: "INSERT INTO trackList VALUES (?, ?)", arguments: ["id\(number)", tracks])
            }
        }
        try queue.close()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
        #expect(try library.albums(search: "artist").count == 8)
        #expect(try library.albums(search: "good two").map(\.title) == ["id7"])
        let statistics = try library.statistics(limit: 5)
        #expect(statistics.albums == 8 && statistics.seconds == TrackSearchText.longestTrack && statistics.genres.top.isEmpty)
        #expect(try library.facetCounts(search: nil, filter: AlbumFilter()).artists.map(\.count) == [8])
        try library.write {
            try $0.execute(sql: "UPDATE albumText SET words = 'damaged', facets = 'x' || char(10) || 'yfive' || char(10, 10) || 'a'")
        }
        #expect(try library.albumList(search: "good").count == 1 || library.albumList(search: "id").isEmpty)
        #expect(try library.facetCounts(search: nil, filter: AlbumFilter()).albums == 8)
    }
}
