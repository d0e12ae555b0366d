import Foundation
import NATSTestServer
import SleevesModel
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Two people and two machines, for an evening.
@Suite("An evening", .timeLimit(.minutes(10)))
struct EveningTests {
    @Test("Edits, removals, undo and covers of two users over TLS, with the server away in the middle, end the same on both machines")
    func evening() async throws {
        let certificates = try Certificates()
        let server = try Server.storing(
            """
            tls { cert_file: "\(certificates.folder.path)/server.pem", key_file: "\(certificates.folder.path)/server.key" }
            authorization { users: [ { user: anna, password: lilac }, { user: bert, password: maple } ] }
            """)
        let libraries = [
            try await Self.library("desk", of: "anna", "lilac", with: server, certificates),
            try await Self.library("sofa", of: "bert", "maple", with: server, certificates),
        ]
        let ids = (0..<12).map { AlbumID(digesting: ["evening \($0)"]) }
        try libraries[0].machine.library.save(
            ids.enumerated().map { number, id in
                CompleteAlbum(AlbumRecord(id: id, title: "Album \(number)", artist: "Artist", year: 1990 + number, source: .json))
            })
        libraries[0].api.announceChange()
        try await libraries[1].becomes { try $0.titles.count == ids.count }

        var random = RandomNumbers(seed: 20)
        for turn in 0..<160 {
            if turn == 60 { server.kill() }
            if turn == 110 { try server.start() }
            let (library, id) = (random.pick(libraries), random.pick(ids))
            let number = Int.random(in: 0..<9, using: &random)
            do {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4: try await library.api.edit([id], setting: AlbumEdits(title: "Title \(turn)"))
                case 4: try await library.api.edit(ids, setting: AlbumEdits(genre: "Genre \(number)"))
                case 5: try await library.api.remove([id])
                case 6: try await library.api.setCover(Picture.bytes(number), keptAs: random.isTrue(1, in: 2) ? .back : nil, of: id)
                case 7: try await library.api.setCover(nil, of: id)
                case 8: try await library.api.history.undo()
                default: try await library.api.history.redo()
                }
            } catch is HistoryError {}
        }
        var newest = NewestValues()
        for library in libraries { newest.observe(try library.machine.registers()) }
        for library in libraries {
            try await library.becomes { library in
                try newest.equal(library.machine.registers()) && library.api.sharing.waitingCount == 0
                    && library.machine.library.ownPictures().allSatisfy { library.machine.library.chosenCovers.bytes(of: $0) != nil }
            }
        }
        try SharedLibrariesTests.expectEqual(libraries.map(\.machine), newest)
        #expect(try !libraries[0].machine.library.ownPictures().isEmpty)
    }

    private static func library(
        _ name: String, of user: String, _ password: String, with server: Server, _ certificates: Certificates
    ) async throws -> SharingLibrary {
        try await SharingLibrary(name, with: server) { settings in
            (settings.user, settings.password) = (user, password)
            settings.certificateAuthorities = certificates.folder.appending(path: "ca.pem").path
        }
    }
}

/// Small pictures.
enum Picture {
    /// A picture file: a pixel, and bytes behind its end, which decoders ignore.
    static func bytes(_ number: Int, count: Int = 1_000) -> [UInt8] {
        let png = Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!
        return Array(png) + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
    }
}
