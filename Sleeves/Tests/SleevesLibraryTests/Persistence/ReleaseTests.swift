import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Records of a collector's catalogue")
struct ReleaseTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try PersistencyManager(libraryDirectory: "\(folder.path)/library", cacheDirectory: "\(folder.path)/cache")
    }

    private func records(_ csv: String) throws -> [CompleteAlbum] {
        try CSVListImporter.read(Array(csv.utf8), path: "collection.csv").albums
    }

    @Test("What the catalogue says is kept, found unchanged, and told apart when a copy was sold")
    func copies() throws {
        let two = try records("Artist,Title,release_id,Date Added\nA,T,5,2020-01-01\nA,T,5,2019-01-01\n")
        let one = try records("Artist,Title,release_id,Date Added\nA,T,5,2020-01-01\n")
        #expect(try library.save(two) == SaveSummary(inserted: 1))
        #expect(try library.save(two) == SaveSummary(unchanged: 1))
        #expect(try library.release(of: two[0].id)?.copies.count == 2)
        #expect(try library.records() == two)
        #expect(try library.save(one) == SaveSummary(updated: 1))
        #expect(try library.release(of: two[0].id) == one[0].release)
    }

    @Test("An album came into the library when its first copy came into the collection, but never in the future")
    func added() throws {
        let now = Date(timeIntervalSince1970: 1_600_000_000)
        let rows = "Artist,Title,release_id,Date Added\nA,T,5,2020-01-01\nA,T,5,2019-01-01\nA,U,6,2050-01-01\n"
        try library.save(try records(rows), at: now)
        #expect(try library.albums(sort: .title).map(\.added) == [Date(timeIntervalSince1970: 1_546_300_800), now])
    }

    @Test("An export that knows no genre and no cover does not take away those that another one knew")
    func keepsGenreAndCover() throws {
        try library.save(try records("Artist,Title,release_id,Genre,coverURL\nA,T,5,Jazz,https://example.org/a.jpg\n"))
        let plain = try records("Artist,Title,release_id\nA,T,5\n")
        #expect(try library.save(plain) == SaveSummary(unchanged: 1))
        #expect(try library.albums().map(\.genre) == ["Jazz"])
        #expect(try library.albums().map(\.coverURL) == ["https://example.org/a.jpg"])
    }

    @Test("An album that was taken out comes back with what the catalogue says of it")
    func restoring() throws {
        let record = try #require(try records("Artist,Title,release_id,Collection Notes\nA,T,5,signed\n").first)
        try library.save([record])
        let removal = try library.recordRemoval(of: [record.id])
        _ = try library.revert(\.undo, expecting: removal.top)
        #expect(try library.records() == [record])
        #expect(try library.release(of: record.id) == record.release)
    }
}
