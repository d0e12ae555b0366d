import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The database's plans for what is asked of it often: by its indices, whatever the length of the library.
@Suite("Query plans")
struct QueryPlanTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
    }

    private func plan(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        try library.read { try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments) { row in try row["detail"] } }
    }

    @Test(
        "An order is read from its own index, without looking at an album and without sorting",
        arguments: [AlbumSort.artist, .title, .year, .added])
    func orders(sort: AlbumSort) throws {
        let index = [AlbumSort.artist: "albumByArtist", .title: "albumByTitle", .year: "albumByYear", .added: "albumByDate"][sort]!
        #expect(try plan("SELECT number FROM album ORDER BY \(sort.orderClause)") == ["SCAN album USING COVERING INDEX \(index)"])
    }

    @Test("A search reads new texts, track titles, years and missing covers by index, and albums by their IDs")
    func search() throws {
        let matches = try plan("SELECT rowid FROM trackSearch WHERE trackSearch MATCH ?", ["\"a\" *"])
        #expect(matches.count == 1 && matches[0].contains("trackSearch VIRTUAL TABLE INDEX"))
        let texts = try plan("SELECT id, number, words FROM albumText WHERE id > ? ORDER BY id", [7])
        #expect(texts == ["SEARCH albumText USING INTEGER PRIMARY KEY (rowid>?)"])
        let years = try plan("SELECT number FROM album WHERE (year IS NULL) = 0 AND year BETWEEN ? AND ?", [1970, 1979])
        #expect(years.count == 1 && years[0].hasPrefix("SEARCH album USING COVERING INDEX albumByYear"))
        #expect(try plan(SearchQuery.albumsWithoutCover) == ["SCAN album USING INDEX albumWithoutCover"])
        #expect(try plan(AlbumBacks.kept) == ["SCAN album USING INDEX albumPictures"])
        let small = try plan(PersistencyManager.smallCovers)
        #expect(small == ["SCAN coverSize USING INDEX smallCover", "SEARCH album USING INDEX albumCover (<expr>=?)"])
        #expect(try plan(AlbumOrders.wishes) == ["SCAN album USING INDEX wantedAlbum"])
        #expect(try plan(AlbumOrders.groupsOfEquals) == ["SCAN album USING COVERING INDEX albumByTitle"])
        let page = try plan("SELECT title FROM album WHERE number IN (SELECT value FROM json_each(?))", ["[1, 2]"])
        #expect(page.contains("SEARCH album USING INTEGER PRIMARY KEY (rowid=?)"))
        #expect(try plan("SELECT title FROM album WHERE id = ?", ["a"]).allSatisfy { $0.hasPrefix("SEARCH album USING INDEX") })
    }

    @Test("Checking whether an import has noted an album reads only that album's notes")
    func journal() throws {
        let steps = try plan(ImportJournal.hasNoted, ["a", 1])
        #expect(steps.contains("SEARCH changedAlbum USING INDEX changedAlbumByID (albumID=?)"))
    }

    @Test("Whether an album's folders are read is asked by index, and the last folder first")
    func unreadFolders() throws {
        let steps = try plan(AlbumRegrouping.unreadFolder, ["/a", "/b"])
        #expect(steps.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") } == [])
        #expect(steps.contains { $0.hasPrefix("SEARCH folder USING INDEX") && $0.hasSuffix("(path>? AND path<?)") })
    }

    @Test("An import finds the files of a shelf, a name or an album by index", arguments: ["shelf", "nameID", "albumID"])
    func files(column: String) throws {
        let steps = try plan("SELECT * FROM file WHERE \(column) = ? AND state = 1", [nil])
        #expect(steps.count == 1 && steps[0].hasPrefix("SEARCH file USING INDEX") && steps[0].hasSuffix("(\(column)=?)"))
    }

    @Test("In ten thousand albums a search reads the albums of its page and no others", .timeLimit(.minutes(10)))
    func tenThousand() throws {
        try library.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
                    INSERT INTO album (id, title, artist, titleSort, artistSort, year, source, added)
                    SELECT n, 'Title ' || n, 'Artist ' || (n % 977), 'title ' || n, 'artist ' || (n % 977), 1950 + n % 70, 'json', n FROM number
                    """
            )
            try AlbumSearchText.fill(in: database)
        }
        let list = try library.albumList(search: "artist 229 title 9999", order: AlbumOrder(.added))
        #expect(list.count == 1)
        #expect(try library.facetCounts(search: nil, filter: AlbumFilter()).artists.count == 977)
        let all = try library.albumList(search: "title", order: AlbumOrder(.year))
        #expect(all.count == 10_000)
        #expect(try library.albums(numbered: all.numbers[5_000..<5_064]).count == 64)
        // The first in the order of artists of those of the first year.
        #expect(try library.number(of: AlbumID(rawValue: "9870")) == all.numbers[0])
    }
}
