import Foundation
import Testing

@testable import SleevesLibrary

/// Collections as RateYourMusic, MusicBrainz and Discogs hand them out.
@Suite struct CollectionServicesTests {
    private func json(_ text: String) throws -> ImportResult {
        try JSONListImporter.read(Array(text.utf8), path: "collection.json")
    }

    @Test func `RateYourMusic's export gives what is owned, keeps wishes apart and leaves out what was sold`() throws {
        let text = """
            RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type,Review
            "1001","","Björk","","","Homogenic","1997","9","o","2001-05-04","CD","cold &amp; warm"
            "1002","Sheena","Ringo","椎名","林檎","無罪モラトリアム","1999","10","n","","",""
            "1003","Nick","Drake","","","Pink &quot;Moon&quot; &#38; more","1972","0","w","","Vinyl",""
            "1004","","Oasis","","","Be Here Now","1997","2","u","","CD",""

            """
        let result = try CSVListImporter.read(Array(text.utf8), path: "user-music-export.csv")
        #expect(result.albums.map(\.title) == ["Homogenic", "無罪モラトリアム"])
        #expect(result.albums.map(\.artist) == ["Björk", "椎名 林檎"])
        #expect(result.albums.map(\.year) == [1997, 1999])
        var copy = CopyRecord(added: Date(timeIntervalSince1970: 988_934_400), rating: 5, notes: "cold & warm")
        copy[.bought] = "2001-05-04"
        #expect(result.albums.first?.release == ReleaseRecord(format: "CD", copies: [copy]))
        #expect(result.wanted.map(\.title) == [#"Pink "Moon" & more"#])
        #expect(result.wanted.map(\.artist) == ["Nick Drake"])
        #expect(result.problems.map(\.reason) == ["1 record that you used to own was left out."])
        #expect(result.ignoredKeys == [:])
    }

    @Test func `a MusicBrainz collection gives its releases, with their artists joined as they are credited`() throws {
        let result = try json(
            #"""
            {"release-offset": 0, "release-count": 2, "releases": [
                {"id": "0b5c1b8e-2f6b-4b7c-9d3a-1f6a3f0a8e11", "title": "Under Pressure", "date": "1981-10-26", "status": "Official",
                 "country": "XE", "barcode": "5012345678900",
                 "release-group": {"genres": [{"name": "pop", "count": 2}, {"name": "rock", "count": 7}]},
                 "artist-credit": [
                    {"name": "Queen", "joinphrase": " & ", "artist": {"id": "x", "name": "Queen", "sort-name": "Queen"}},
                    {"name": "David Bowie", "joinphrase": "", "artist": {"id": "y", "name": "David Bowie", "sort-name": "Bowie, David"}}],
                 "label-info": [{"catalog-number": "EMI 5250", "label": {"name": "EMI"}}],
                 "media": [{"format": "7\" Vinyl", "track-count": 2, "tracks": [
                    {"position": 1, "title": "Under Pressure", "length": 248000},
                    {"position": 2, "title": "Soul Brother", "length": null}]}]},
                {"id": "1b5c1b8e-2f6b-4b7c-9d3a-1f6a3f0a8e12", "title": "Without an Artist", "date": ""}]}
            """#)
        let album = try #require(result.albums.first)
        #expect(result.albums.count == 1)
        #expect(album.title == "Under Pressure" && album.artist == "Queen & David Bowie" && album.year == 1981)
        #expect(
            album.tracks == [TrackRecord(title: "Under Pressure", number: 1, seconds: 248), TrackRecord(title: "Soul Brother", number: 2)])
        let release = ReleaseRecord(
            labels: ["EMI"], catalogueNumber: "EMI 5250", format: #"7" Vinyl"#, country: "Europe", barcode: "5012345678900")
        #expect(album.release == release && album.genre == "rock")
        let reason = "Entry 2: The artist is missing. Fetch the collection from MusicBrainz with inc=artist-credits."
        #expect(result.problems.map(\.reason) == [reason])
    }

    @Test func `a collection of MusicBrainz release groups gives their albums`() throws {
        let result = try json(
            #"""
            {"release-group-count": 1, "release-groups": [{"id": "2b5c1b8e-2f6b-4b7c-9d3a-1f6a3f0a8e13", "title": "魔杰座",
             "first-release-date": "2008-10-15", "artist-credit": [{"name": "周杰倫", "joinphrase": "",
             "artist": {"name": "周杰倫", "sort-name": "Chou, Jay"}}]}]}
            """#)
        #expect(result.albums.map(\.title) == ["魔杰座"] && result.albums.map(\.year) == [2008])
        #expect(result.albums.map(\.artistSortName) == ["Chou, Jay"])
    }

    private static func want(_ id: Int, _ title: String) -> String {
        #"{"id": \#(id), "resource_url": "https://api.discogs.com/users/u/wants/\#(id)", "rating": 0, "notes": "", "basic_information":"#
            + #" {"id": \#(id), "title": "\#(title)", "year": 1972, "artists": [{"name": "Neu! (2)", "anv": "", "join": ""}]}}"#
    }

    @Test func `Discogs' wantlist stands apart, in pages and without`() throws {
        let page = #"{"pagination": {"page": 1}, "wants": [\#(Self.want(1, "Neu!")), \#(Self.want(2, "Neu! 2"))]}"#
        for text in [page, "[\(Self.want(1, "Neu!")), \(Self.want(2, "Neu! 2"))]"] {
            let result = try json(text)
            #expect(result.albums == [])
            #expect(result.wanted.map(\.title) == ["Neu!", "Neu! 2"])
        }
    }

    @Test func `what is wanted is listed apart, found and sorted, and leaves the list once it is owned`() async throws {
        let fixture = try LibraryFixture()
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"wants": [\#(Self.want(2, "Neu! 2")), \#(Self.want(1, "Neu!"))]}"#, to: "wants.json")
        let report = try await fixture.library.importAlbums(at: [path])
        #expect(report.wanted == 2 && report.albums == SaveSummary() && !report.isEmpty)
        #expect(try fixture.persistency.count() == 0)
        #expect(try fixture.persistency.wishes().map(\.title) == ["Neu!", "Neu! 2"])
        #expect(try fixture.persistency.wishes(search: "NEU 2").map(\.title) == ["Neu! 2"])
        let owned = try folder.write("Artist,Title,release_id,CollectionFolder\nNeu!,Neu!,1,Vinyl\n", to: "owned.csv")
        try await fixture.library.importAlbums(at: [owned])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Neu! 2"])
        let shorter = try folder.write(#"{"wants": [\#(Self.want(3, "Neu! 75"))]}"#, to: "wants.json")
        try await fixture.library.importAlbums(at: [shorter])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Neu! 75"])
    }
}
