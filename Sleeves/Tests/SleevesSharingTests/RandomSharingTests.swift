import Foundation
import NATSTestServer
@testable import SleevesLibrary
import SleevesSharing
import Testing

@testable import SleevesStore

/// Three libraries and a real server, at random.
@Suite("Random sharing", .timeLimit(.minutes(10)))
struct RandomSharingTests {
    /// The environment may ask for more.
    private static let runs = ProcessInfo.processInfo.environment["SHARING_RUNS"].flatMap { UInt64($0) } ?? 4

    @Test("Whatever happens to three machines and their server, they end equal, with the newest values", arguments: 0..<runs)
    func ending(seed: UInt64) async throws {
        var random = RandomNumbers(seed: seed &+ 77_000)
        let server = try Server.storing()
        var isRunning = true
        var newest = NewestValues()
        let machines = try (0..<3).map { try TestMachine("machine \($0)", skew: Int64.random(in: -120_000...150_000, using: &random)) }
        var libraries = machines.map { SharingLibrary($0) }
        for machine in machines where random.isTrue(1, in: 2) {
            for _ in 0..<4 { try machine.act(&random) }
        }
        for library in libraries {
            try await library.api.share(try SharingSettings(address: server.address, machineName: library.machine.name))
            await library.api.sharing.start()
        }
        for _ in 0..<100 {
            let place = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0 where isRunning:
                server.kill()
                isRunning = false
                if random.isTrue(1, in: 3) { try server.wipe() }
            case 1, 2, 3:
                if !isRunning { try server.start() }
                isRunning = true
            case 4 where isRunning:
                server.stall()
                try await Task.sleep(for: .milliseconds(200))
                server.goOn()
            case 5, 6: libraries[place].api.sharing.stop()
            case 7, 8: await libraries[place].api.sharing.start()
            case 9:
                // The process ends, whatever it was doing, and runs again.
                libraries[place].api.sharing.stop()
                try machines[place].open()
                libraries[place] = SharingLibrary(machines[place])
                await libraries[place].api.sharing.start()
            case 10: try await Task.sleep(for: .milliseconds(Int.random(in: 1...30, using: &random)))
            default:
                try machines[place].act(&random)
                libraries[place].api.announceChange()
            }
            newest.observe(try machines[place].registers())
        }
        if !isRunning { try server.start() }
        for library in libraries { await library.api.sharing.start() }
        for library in libraries {
            // What happens while a machine finishes may reach the others later.
            await library.becomes { library in
                (try? newest.equal(library.machine.registers())) == true && library.api.sharing.waitingCount == 0
                    && library.api.sharing.state == .connected
            }
        }
        try SharedLibrariesTests.expectEqual(machines, newest)
    }
}
