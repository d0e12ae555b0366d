import Testing

@testable import SleevesLibrary

@Suite("Abbreviated identifiers")
struct AlbumLookupTests {
    private let fixture: LibraryFixture

    init() throws {
        fixture = try LibraryFixture()
        let ids = ["abcd00000000000000000000", "abcd10000000000000000000", "ffff00000000000000000000"]
        try fixture.persistency.save(
            ids.map { id in
                var record = SampleAlbums.record("Album \(id.prefix(5))")
                record.id = AlbumID(rawValue: id)
                return record
            }
        )
    }

    @Test("The first digits name an album if no other begins with them", arguments: ["ffff", "FFFF0", "ffff00000000000000000000"])
    func unique(id: String) throws {
        #expect(try fixture.library.record(abbreviated: id).title == "Album ffff0")
    }

    @Test("A name of no album, of several, or too short is refused with the reason")
    func refused() throws {
        #expect(throws: AlbumLookupError.ambiguous("abcd", titles: ["Album abcd0", "Album abcd1"])) {
            try fixture.library.record(abbreviated: "abcd")
        }
        for id in ["ffff1", "xyzw", "%", "ffff000000000000000000000", "ffff'; DROP TABLE album"] {
            #expect(throws: AlbumLookupError.unknown(id)) { try fixture.library.record(abbreviated: id) }
        }
        for id in ["", "fff"] { #expect(throws: AlbumLookupError.tooShort(id)) { try fixture.library.record(abbreviated: id) } }
        #expect(try fixture.library.record(abbreviated: "abcd1").title == "Album abcd1")
    }

    @Test("Several words are identifiers, or the words of one album, or an album each")
    func several() throws {
        func titles(_ names: String...) throws -> [String] { try fixture.library.records(named: names).map(\.title) }
        #expect(try titles("ffff", "abcd1") == ["Album ffff0", "Album abcd1"])
        #expect(try titles("album", "ffff0") == ["Album ffff0"])
        #expect(try titles("album ffff0", "Album abcd0") == ["Album ffff0", "Album abcd0"])
        #expect(throws: AlbumLookupError.notFound("ffff0 nowhere")) { try titles("ffff0", "nowhere") }
        #expect(throws: AlbumLookupError.ambiguous("abcd", titles: ["Album abcd0", "Album abcd1"])) { try titles("ffff", "abcd") }
    }
}
