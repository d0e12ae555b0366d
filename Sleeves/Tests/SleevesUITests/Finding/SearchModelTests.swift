import Foundation
import Heed
import SleevesLibrary
import Testing

@testable import SleevesUI
import SleevesNetworking

@Suite("The search model", .timeLimit(.minutes(10)))
@MainActor
struct SearchModelTests {
    private let folder = NSTemporaryDirectory() + "/sleeves-ui-\(UUID().uuidString)"
    private let library: LibraryAPI

    init() throws {
        let persistency = try PersistencyManager(libraryDirectory: folder, cacheDirectory: folder + "/cache")
        let records = (0..<50).map { number in
            let title = number < 10 ? "Blue \(number)" : "Red \(number)"
            return CompleteAlbum(
                AlbumRecord(id: AlbumID(rawValue: "\(number)"), title: title, artist: "Artist \(number % 5)", source: .json))
        }
        try persistency.save(records)
        library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
    }

    private func withModel(_ query: AlbumQuery, _ body: (SearchModel) async throws -> Void) async throws {
        var state = LibraryState()
        (state.search, state.order) = (query.search, query.order)
        let model = SearchModel(library, status: AppStatus(restorable: state))
        try await body(model)
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Returns the model's result when it has answered a query.
    private func answers(_ model: SearchModel, until query: AlbumQuery, asking: () -> Void) async -> [FoundAlbums] {
        var answers: [FoundAlbums] = []
        let values = model.values(of: \.found)
        asking()
        for await case let found? in values {
            answers.append(found)
            if found.query == query { break }
        }
        return answers
    }

    @Test("It runs its first query at once, and knows the number of all albums")
    func beginning() async throws {
        let query = AlbumQuery(search: "blue", order: AlbumOrder(.title))
        try await withModel(query) { model in
            let found = await answers(model, until: query) {}
            #expect(found.last?.albums.count == 10)
            #expect(found.last?.total == 50)
        }
    }

    @Test("However fast the query changes, results arrive in order, and the last one always arrives")
    func order() async throws {
        let last = AlbumQuery(search: "r", order: AlbumOrder(.year), libraryVersion: 1)
        try await withModel(AlbumQuery(search: "", order: AlbumOrder(.artist))) { model in
            let asked = (0..<200).map {
                AlbumQuery(search: String("blue red blue".prefix($0 % 14)), order: AlbumOrder(.artist), libraryVersion: -$0)
            }
            let found = await answers(model, until: last) {
                for query in asked { model.query = query }
                model.query = last
            }
            let order = found.compactMap { answer in asked.firstIndex(of: answer.query) }
            #expect(order == order.sorted())
            #expect(found.count < 10, "what was typed in between was looked for")
            #expect(found.last?.albums.count == 40)
        }
    }

    @Test("Letters lead to an artist, a repeated letter to the next artist with it, unknown letters to none")
    func jumping() async throws {
        let query = AlbumQuery(search: "", order: AlbumOrder(.artist))
        try await withModel(query) { model in
            let albums = try #require(await answers(model, until: query) {}.last?.albums)
            let expected: [(TypedLetters.Jump, Int?)] = [
                (.init(letters: "a", staysAtPresent: false, repeated: nil), 20),
                (.init(letters: "aa", staysAtPresent: true, repeated: "a"), 20),
                (.init(letters: "artist 4", staysAtPresent: true, repeated: nil), 40),
                (.init(letters: "x", staysAtPresent: false, repeated: nil), nil),
            ]
            for (typed, index) in expected {
                #expect(await model.index(of: AlbumJump(typed: typed, index: 10, albums: albums, order: query.order)) == index)
            }
        }
    }
}
