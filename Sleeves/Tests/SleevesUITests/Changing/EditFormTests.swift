import Foundation
import Heed
import SleevesLibrary
import Testing

@testable import SleevesUI
import SleevesNetworking

@Suite("The fields of the dialog that edits an album")
struct EditFormTests {
    private let album: Album

    init() throws {
        let folder = NSTemporaryDirectory() + "/sleeves-ui-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let persistency = try PersistencyManager(libraryDirectory: folder + "/library", cacheDirectory: folder + "/cache")
        let library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
        let id = AlbumID(digesting: ["debut"])
        try persistency.save([CompleteAlbum(AlbumRecord(id: id, title: "Debut", artist: "Björk", year: 1993, genre: "Pop", source: .json))])
        album = try #require(try library.album(id))
    }

    @Test("They begin with the album's values, which are valid")
    func start() {
        let form = EditForm(album, release: [.composers: "Ada Byron; Cy Low", .conductors: ""])
        #expect(EditForm.Field.allCases.map { form[$0] } == ["Debut", "Björk", "1993", "Pop", "Ada Byron; Cy Low", ""])
        #expect(form.isValid && form.placeholder(of: .release(.conductors)) == "Separate several with “;”")
        #expect(form.edits == AlbumEdits(title: "Debut", artist: "Björk", year: 1993, genre: "Pop"))
    }

    @Test("Of the release, only what the user changes is edited, and what was edited stays")
    func release() {
        let before = AlbumEdits(release: [.conductors: "", .composers: "Ada Byron"])
        var form = EditForm(album, release: [.composers: "Ada Byron", .conductors: ""], edits: before)
        #expect(form.edits.release == before.release)
        form[.release(.conductors)] = "Leo Sand"
        #expect(form.edits.release == [.composers: "Ada Byron", .conductors: "Leo Sand"])
        form[.release(.composers)] = ""
        #expect(form.edits.release == [.conductors: "Leo Sand"], "the source's value counts again")
        let long = String(repeating: "x", count: 5_000)
        #expect(EditForm(album, release: [.composers: long]).isValid, "the source may say more")
    }

    @Test("For several albums, a field that is left alone keeps each album's value, and an emptied one empties it")
    func several() {
        let values = AlbumEdits(artist: "Björk", genre: "Pop", release: [.composers: "Ada Byron"])
        var form = EditForm(CommonValues(count: 3, values: values))
        #expect(form.fields == [.artist, .year, .genre, .release(.composers), .release(.conductors)])
        #expect(form.fields.map { form[$0] } == ["Björk", "", "Pop", "Ada Byron", ""])
        let hint = "Separate several with “;”"
        #expect(form.fields.map { form.placeholder(of: $0) } == [nil, "Different values", nil, hint, "Different values"])
        let empty = EditForm(CommonValues(count: 3, values: AlbumEdits(artist: "Björk", release: [.composers: "", .conductors: ""])))
        #expect(empty.placeholder(of: .release(.composers)) == hint && empty.placeholder(of: .release(.conductors)) == hint)
        #expect(form.isValid && form.edits == AlbumEdits())
        form[.genre] = " "
        #expect(form.isValid && form.edits == AlbumEdits(genre: ""))
        form[.year] = "199"
        #expect(!form.isValid)
        form[.year] = "1993"
        #expect(form.isValid && form.edits == AlbumEdits(year: 1993, genre: ""))
        form[.release(.composers)] = " "
        #expect(form.isValid && form.edits == AlbumEdits(year: 1993, genre: "", release: [.composers: ""]))
        form[.release(.composers)] = String(repeating: "x", count: 5_000)
        #expect(form.problem(in: .release(.composers)) != nil)
        form[.artist] = ""
        #expect(form.problem(in: .artist) != nil)
        var dated = EditForm(CommonValues(count: 2, values: AlbumEdits(year: 1993)))
        dated[.year] = ""
        #expect(dated.isValid && dated.edits == AlbumEdits(year: 0))
    }

    @Test("White space around a text is removed; an empty year or genre keeps the source's value")
    func blanks() {
        var form = EditForm(album)
        form[.title] = "  Début\u{a0}"
        form[.year] = " "
        form[.genre] = ""
        #expect(form.isValid)
        #expect(form.edits == AlbumEdits(title: "Début", artist: "Björk"))
    }

    @Test("A title and an artist are required", arguments: [EditForm.Field.title, .artist], ["", "  ", "\n"])
    func needed(_ field: EditForm.Field, _ text: String) {
        var form = EditForm(album)
        form[field] = text
        #expect(form.problem(in: field) != nil)
        #expect(!form.isValid)
    }

    @Test("A year has four digits", arguments: ["94", "0994", "19944", "MCMXCIV", "199a", "-199", "+199", "1 994"])
    func years(_ text: String) {
        var form = EditForm(album)
        form[.year] = text
        #expect(form.problem(in: .year) != nil)
        #expect(form.problem(in: .title) == nil)
        #expect(!form.isValid)
    }
}
