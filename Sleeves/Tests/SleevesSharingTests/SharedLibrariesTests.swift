import Foundation
import SleevesModel
import SleevesSharing
import Testing

@testable import SleevesStore

/// Several libraries that exchange what changes, without a network.
@Suite("Shared libraries")
struct SharedLibrariesTests {
    /// The environment may ask for more.
    private static let runs = ProcessInfo.processInfo.environment["SHARED_RUNS"].flatMap { UInt64($0) } ?? 10

    @Test("Whatever three machines do, with wrong clocks and a server that loses everything, they end equal", arguments: 0..<runs)
    func random(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let machines = try (0..<3).map { try TestMachine("machine \($0)", skew: Int64.random(in: -180_000...120_000, using: &random)) }
        var (bucket, newest) = (MemoryBucket(), NewestValues())
        // Some have albums before they share.
        for machine in machines where random.isTrue(1, in: 2) {
            for _ in 0..<5 { try machine.act(&random) }
        }
        for machine in machines { try machine.share() }
        for _ in 0..<120 {
            let machine = random.pick(machines)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<3: try machine.exchange(with: &bucket, losingAnswers: random.isTrue(1, in: 4))
            case 3 where random.isTrue(1, in: 4): bucket.wipe()
            case 4 where random.isTrue(1, in: 4): try machine.open()
            case 5 where random.isTrue(1, in: 6):
                try machine.library.stopSharing()
                for _ in 0..<3 { try machine.act(&random) }
                try machine.share()
            default: try machine.act(&random)
            }
            newest.observe(try machine.registers())
        }
        var rounds = 0
        while try machines.map({ try $0.exchange(with: &bucket) }).contains(true) {
            rounds += 1
            if rounds > 20 { break }
        }
        #expect(rounds <= 20, "They never stop sending.")
        try Self.expectEqual(machines, newest)
    }

    @Test("After its clock was set right, a machine replaces what it sent before, whether or not it heard that the server has it")
    func lostAnswers() throws {
        let (desk, sofa) = (try TestMachine("desk", skew: 20 * 60_000), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        let id = AlbumID(digesting: ["album"])
        try desk.library.save([CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", source: .json))])
        var bucket = MemoryBucket()
        try desk.exchange(with: &bucket, losingAnswers: true)
        try sofa.exchange(with: &bucket)
        #expect(try sofa.albums().isEmpty)
        desk.skew = 0
        _ = try desk.library.recordEdit(of: id, AlbumEdits(title: "Harbour"))
        for machine in [desk, sofa, desk] { try machine.exchange(with: &bucket) }
        #expect(try desk.library.waitingCount() == 0)
        #expect(try sofa.library.album(id)?.title == "Harbour")
        #expect(try desk.registers() == sofa.registers())
    }

    @Test("A library restored from before takes back what it sent with a wrong clock, and corrects it for the others")
    func restored() throws {
        let (desk, sofa) = (try TestMachine("desk", skew: 20 * 60_000), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        let id = AlbumID(digesting: ["album"])
        var sent = SharedAlbum()
        let machine = try desk.machine
        let time = HybridTime(ticks: (Int64(Date().timeIntervalSince1970 * 1_000) + 20 * 60_000) << 16, machine: machine)
        for (field, value) in [SharedField.title: "Album", .artist: "Artist", .source: "json"] { sent.set(field, to: value, at: time) }
        sent.setHeld(true, by: machine, at: time)
        desk.skew = 0
        var bucket = MemoryBucket()
        _ = bucket.put(Array(sent.encoded.utf8), SharedKey.album(id).text, expecting: 0)
        for machine in [desk, sofa, desk] { try machine.exchange(with: &bucket) }
        #expect(try desk.library.album(id)?.title == "Album")
        #expect(try sofa.library.album(id)?.title == "Album")
        #expect(try desk.library.waitingCount() == 0)
    }

    /// Expects that all machines have the newest values, in their registers and in their libraries.
    static func expectEqual(_ machines: [TestMachine], _ newest: NewestValues) throws {
        for machine in machines {
            let registers = try machine.registers()
            #expect(newest.equal(registers))
            let albums = try machine.albums()
            #expect(Set(albums.keys) == Set(registers.filter(\.value.isPresent).keys))
            for (id, values) in albums {
                for field in SharedField.allCases where values[field] != registers[id]?[field] {
                    Issue.record("\(machine.name): \(field) of \(id) is \(values[field] ?? "nil"), not \(registers[id]?[field] ?? "nil")")
                }
            }
        }
        let first = try machines[0].albums()
        for machine in machines.dropFirst() { #expect(try machine.albums() == first) }
    }
}
