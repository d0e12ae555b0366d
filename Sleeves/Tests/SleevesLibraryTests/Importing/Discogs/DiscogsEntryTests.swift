import Foundation
import Testing

@testable import SleevesLibrary

/// The collection as Discogs' programming interface returns it.
@Suite struct DiscogsEntryTests {
    private static let entry = #"""
        {
            "id": 2464521, "instance_id": 1, "date_added": "2020-11-12T12:24:52-08:00", "rating": 4, "folder_id": 1,
            "notes": [{"field_id": 1, "value": "Mint (M)"}, {"field_id": 3, "value": "signed"}],
            "basic_information": {
                "id": 2464521, "title": "Information Chase", "year": 2006, "country": "US", "resource_url": "https://api.discogs.com/releases/2464521",
                "thumb": "https://i.discogs.com/t.jpg", "cover_image": "https://i.discogs.com/c.jpg",
                "artists": [
                    {"name": "Bit Shifter", "anv": "", "join": "&", "id": 1}, {"name": "Prince (2)", "anv": "", "join": ",", "id": 2},
                    {"name": "Bjork", "anv": "Björk", "join": "", "id": 3}
                ],
                "labels": [{"name": "8bitpeoples (2)", "catno": "8BP051"}, {"name": "8bitpeoples", "catno": "none"}],
                "formats": [{"name": "Vinyl", "qty": "2", "text": "Red", "descriptions": ["LP", "Album"]}],
                "genres": ["Electronic", "Pop"], "styles": ["Chiptune"]
            }
        }
        """#

    private func read(_ json: String) throws -> ImportResult {
        try JSONListImporter.read(Array(json.utf8), path: "collection.json")
    }

    @Test func `an entry gives its album and its copy`() throws {
        let result = try read("[\(Self.entry)]")
        #expect(result.problems == [])
        let album = try #require(result.albums.first)
        #expect(album.title == "Information Chase")
        #expect(album.artist == "Bit Shifter & Prince, Björk")
        #expect(album.year == 2006)
        #expect(album.genre == "Electronic, Pop")
        #expect(album.coverURL == "https://i.discogs.com/c.jpg")
        #expect(album.source == .discogs)
        let release = try #require(album.release)
        #expect(release.discogsID == 2_464_521)
        #expect(release.labels == ["8bitpeoples"])
        #expect(release.catalogueNumber == "8BP051")
        #expect(release.format == "2xVinyl, LP, Album, Red")
        #expect(release.country == "US")
        #expect(
            release.copies == [
                CopyRecord(added: Date(timeIntervalSince1970: 1_605_212_692), mediaCondition: "Mint (M)", rating: 4, notes: "signed")
            ])
        // folder_id, resource_url and styles.
        #expect(result.keysIgnored == 3)
    }

    @Test func `the same release out of the two exports is the same album`() throws {
        let row = "Artist,Title,release_id\nBit Shifter,Information Chase,2464521\n"
        let csv = try CSVListImporter.read(Array(row.utf8), path: "collection.csv")
        #expect(try read("[\(Self.entry)]").albums.map(\.id) == csv.albums.map(\.id))
    }

    @Test(arguments: [
        #"{"pagination": {"page": 1, "urls": {"releases": [0]}}, "releases": [ENTRY, ENTRY]}"#, "[ENTRY, ENTRY]",
        #"[{"releases": [ENTRY]}, {"pagination": {}, "releases": [ENTRY]}]"#, #"{"releases":[ENTRY]}{"releases":[ENTRY],"pagination":{}}"#,
        #"{"releases": [ENTRY, ENTRY], "pagination": {}}"#,
    ])
    func `pages are read like a list, and two copies are one album`(json: String) throws {
        let other = Self.entry.replacing(#""instance_id": 1"#, with: #""instance_id": 2"#)
        let result = try read(json.replacing("ENTRY", with: Self.entry, maxReplacements: 1).replacing("ENTRY", with: other))
        #expect(result.problems == [])
        #expect(result.albums.map { $0.release?.copies.count } == [2])
    }

    @Test func `an entry without a title or an artist is named, and a strange year or cover costs only itself`() throws {
        let result = try read(
            #"""
            [{"basic_information": {"artists": [{"name": "A"}]}}, {"basic_information": {"title": "T"}}, {"basic_information": 7},
             {"basic_information": {"title": "T", "artists": [{"name": "A"}, {}, 3], "year": "soon", "cover_image": "file:///etc/passwd"}},
             {"basic_information": {"title": "U", "artists": [{"name": "A"}], "year": 0, "cover_image": "https://s.discogs.com/spacer.gif"}}]
            """#)
        #expect(result.albums.map(\.title) == ["T", "U"])
        #expect(result.albums.map(\.coverURL) == [nil, nil])
        #expect(result.albums.map(\.year) == [nil, nil])
        #expect(result.problems.map(\.reason).map { $0.prefix(7) } == ["Entry 1", "Entry 2", "Entry 3", "Entry 3", "Entry 4", "Entry 4"])
    }
}
