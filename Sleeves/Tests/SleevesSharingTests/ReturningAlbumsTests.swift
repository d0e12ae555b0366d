import SQLite
import SleevesModel
import SleevesSharing
import Testing

@testable import SleevesStore

/// Albums that several machines have from files of their own, and that are removed and come back.
@Suite("Sharing albums that come back", .timeLimit(.minutes(2)))
struct ReturningAlbumsTests {
    private var pair: SharingPair
    private var desk: TestMachine { pair.desk }
    private var sofa: TestMachine { pair.sofa }

    init() throws {
        pair = try SharingPair()
    }

    private mutating func exchange() throws {
        try pair.exchange(times: 3)
        #expect(try sofa.albums() == desk.albums())
        #expect(try sofa.registers() == desk.registers())
    }

    private func undo(_ machine: TestMachine) throws {
        _ = try machine.library.revert(\.undo, expecting: try machine.library.historyTop())
    }

    /// Expects that the second machine has an album itself, whose edits count and which stays when the first one forgets its folders.
    private mutating func expectOwn(_ id: AlbumID) async throws {
        #expect(try sofa.registers()[id.rawValue]?.holders.contains(sofa.machine) == true)
        _ = try sofa.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        try exchange()
        try await desk.forgetSamples()
        try exchange()
        for machine in [desk, sofa] { #expect(try machine.library.album(id)?.title == "Harbour") }
        #expect(try desk.registers()[id.rawValue]?.holders == [sofa.machine])
    }

    @Test("An album whose files were imported while it was removed belongs to that machine, too, once another brings it back")
    mutating func importedWhileRemoved() async throws {
        try await desk.importSamples()
        try exchange()
        let id = try #require(try desk.library.albums(sort: .title).first?.id)
        _ = try desk.library.recordRemoval(of: [id])
        try exchange()
        try await sofa.importSamples()
        #expect(try sofa.library.album(id) == nil)
        try exchange()
        try undo(desk)
        try exchange()
        try await expectOwn(id)
    }

    @Test("An album that one machine had joined with another, and that another machine removed meanwhile, belongs to both once it is back")
    mutating func removedWhileJoined() async throws {
        for machine in [desk, sofa] { try await machine.importSamples() }
        try exchange()
        let ids = try sofa.library.albums(sort: .title).map(\.id)
        let joined = try #require(try sofa.library.recordJoining(of: ids).albums.first)
        let id = try #require(ids.first { $0 != joined })
        _ = try desk.library.recordRemoval(of: [id])
        for machine in [desk, sofa, desk] { try machine.exchange(with: &pair.bucket) }
        try undo(sofa)
        for machine in [sofa, desk] { try machine.exchange(with: &pair.bucket) }
        try undo(desk)
        try exchange()
        try await expectOwn(id)
    }

    @Test("An album that an earlier version has let come back unnoted belongs to its machine after the update, with its next edit")
    mutating func update() async throws {
        try await sofa.importSamples()
        try exchange()
        let id = try #require(try sofa.library.albums(sort: .title).first?.id)
        let sql = "UPDATE sharedAlbum SET registers = replace(registers, 'on.\(try sofa.machine)', 'on.\(MachineID.random())')"
        try sofa.library.write { try $0.execute(sql: sql) }
        #expect(try sofa.registers()[id.rawValue]?.isHeld(by: sofa.machine) == false)
        try sofa.library.write { try SharedCatalogue.holdReturnedAlbums(in: $0) }
        #expect(try sofa.registers()[id.rawValue]?.isHeld(by: sofa.machine) == true)
        _ = try sofa.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        #expect(try sofa.library.album(id)?.title == "Harbour")
    }
}
