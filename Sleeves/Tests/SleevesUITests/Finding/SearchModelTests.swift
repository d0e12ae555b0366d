import Foundation
import Heed
import SleevesLibrary
import Testing

@testable import SleevesUI

@Suite("The seeker", .timeLimit(.minutes(10)))
struct AlbumSeekerTests {
    private let folder = NSTemporaryDirectory() + "/sleeves-ui-\(UUID().uuidString)"
    private let library: LibraryAPI

    init() throws {
        let persistency = try PersistencyManager(libraryDirectory: folder, cacheDirectory: folder + "/cache")
        let records = (0..<50).map { number in
            let title = number < 10 ? "Blue \(number)" : "Red \(number)"
            return AlbumRecord(id: AlbumID(rawValue: "\(number)"), title: title, artist: "Artist \(number % 5)", source: .json)
        }
        try persistency.save(records)
        library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
    }

    private func withSeeker(_ query: AlbumQuery, _ body: (FindingDesk) async throws -> Void) async throws {
        let desk = FindingDesk(query: query)
        let seeker = AlbumSeeker(library: library, desk: desk)
        let receptionists = seeker.start()
        try await body(desk)
        withExtendedLifetime((seeker, receptionists)) {}
        try FileManager.default.removeItem(atPath: folder)
    }

    /// What the desk is given, until it answers a query.
    private func answers(_ desk: FindingDesk, until query: AlbumQuery, asking: () -> Void) async -> [FoundAlbums] {
        var answers: [FoundAlbums] = []
        let values = desk.values(of: \.found)
        asking()
        for await case let found? in values {
            answers.append(found)
            if found.query == query { break }
        }
        return answers
    }

    @Test("It finds what is wanted when it begins, with the number of all albums")
    func beginning() async throws {
        let query = AlbumQuery(search: "blue", sort: .title)
        try await withSeeker(query) { desk in
            let found = await answers(desk, until: query) {}
            #expect(found.last?.albums.count == 10)
            #expect(found.last?.total == 50)
        }
    }

    @Test("However fast the words change, answers come in the order of the questions, and the last one always comes")
    func order() async throws {
        let last = AlbumQuery(search: "r", sort: .year, libraryVersion: 1)
        try await withSeeker(AlbumQuery(search: "", sort: .artist)) { desk in
            let asked = (0..<200).map { AlbumQuery(search: String("blue red blue".prefix($0 % 14)), sort: .artist, libraryVersion: -$0) }
            let found = await answers(desk, until: last) {
                for query in asked { desk.query = query }
                desk.query = last
            }
            let order = found.compactMap { answer in asked.firstIndex(of: answer.query) }
            #expect(order == order.sorted())
            #expect(found.last?.albums.count == 40)
        }
    }

    @Test("Letters lead to an artist, a repeated one to the next that begins with it, others to nobody")
    func jumping() async throws {
        let query = AlbumQuery(search: "", sort: .artist)
        try await withSeeker(query) { desk in
            let albums = try #require(await answers(desk, until: query) {}.last?.albums)
            let expected: [(TypedLetters.Jump, Int?)] = [
                (.init(letters: "a", staysAtPresent: false, repeated: nil), 20),
                (.init(letters: "aa", staysAtPresent: true, repeated: "a"), 20),
                (.init(letters: "artist 4", staysAtPresent: true, repeated: nil), 40),
                (.init(letters: "x", staysAtPresent: false, repeated: nil), nil),
            ]
            for (typed, index) in expected {
                let jump = ArtistJump(typed: typed, index: 10, albums: albums)
                let landings = desk.values(of: \.landing)
                desk.jump = jump
                for await case let landing? in landings where landing.jump == jump {
                    #expect(landing.index == index)
                    break
                }
            }
        }
    }
}
