import Foundation
import Testing

@testable import SleevesSharing

/// The exchange among machines of this and a newer version, with every fault of servers, clocks, disks and libraries.
@Suite("Simulated sharing", .timeLimit(.minutes(10)))
struct SimulationTests {
    /// The number of acts. `make check` asks for a million, which take less than a minute of a core.
    private static let count = ProcessInfo.processInfo.environment["SIMULATED_ACTS"].flatMap { Int($0) } ?? 60_000
    private static let length = 400

    @Test("Whatever happens, machines end equal, without waiting, with each edit that wasn't replaced")
    func random() {
        for seed in 0..<UInt64(Self.count / Self.length) {
            let acts = Simulation.acts(Self.length, seed: seed)
            guard let problem = Simulation.run(acts) else { continue }
            let few = Simulation.reduced(acts)
            Issue.record("Seed \(seed): \(problem). With \(few): \(Simulation.run(few) ?? "")")
            return
        }
    }

    private typealias Act = Simulation.Act

    /// Runs that the simulation has found and reduced.
    private static let found: [(SimulatedFlaw, [Simulation.Act])] = [
        (.remembers, [Act(.connect, 3, 28), Act(.label, 57, 30), Act(.damage, 9, 25), Act(.receive, 15, 53), Act(.restoreServer, 39, 39)]),
        (
            .passesOver,
            [
                Act(.connect, 21, 22), Act(.copyLibrary, 49, 45), Act(.lock, 3, 10), Act(.label, 48, 35), Act(.wake, 24, 52),
                Act(.connect, 51, 38), Act(.disconnect, 28, 25),
                Act(.act, 4, 25), Act(.answer, 4, 16), Act(.act, 0, 57), Act(.act, 28, 5), Act(.answer, 28, 38), Act(.act, 24, 11),
                Act(.receive, 43, 27),
            ]
        ),
        (
            .believesItsClock,
            [
                Act(.runAhead, 49, 54), Act(.label, 43, 3), Act(.copyLibrary, 40, 40), Act(.setRight, 45, 32), Act(.label, 9, 48),
            ]
        ),
        (.encodesAgain, [Act(.label, 41, 40), Act(.rate, 35, 15), Act(.stopSharing, 41, 0), Act(.share, 41, 0)]),
        (.keepsItsIdentifier, [Act(.copyLibrary, 39, 59)]),
        (
            .comesBackUnheld,
            [
                Act(.label, 0, 0), Act(.connect, 0, 0), Act(.act, 0, 0), Act(.answer, 0, 0), Act(.act, 0, 0), Act(.connect, 1, 0),
                Act(.act, 1, 0), Act(.answer, 1, 0), Act(.act, 1, 0), Act(.answer, 1, 0), Act(.remove, 0, 0), Act(.answer, 0, 0),
                Act(.act, 0, 0), Act(.act, 0, 0), Act(.receive, 1, 0), Act(.label, 1, 0), Act(.bringBack, 0, 0),
            ]
        ),
        // The same with an edit of the album that has come back.
        (
            .comesBackUnheld,
            [
                Act(.label, 0, 0), Act(.title, 0, 0), Act(.connect, 0, 0), Act(.act, 0, 0), Act(.answer, 0, 0), Act(.act, 0, 0),
                Act(.connect, 1, 0), Act(.act, 1, 0), Act(.answer, 1, 0), Act(.act, 1, 0), Act(.answer, 1, 0), Act(.remove, 0, 0),
                Act(.answer, 0, 0), Act(.act, 0, 0), Act(.act, 0, 0), Act(.answer, 0, 0), Act(.receive, 1, 0), Act(.label, 1, 0),
                Act(.bringBack, 0, 0), Act(.act, 0, 0), Act(.act, 0, 0), Act(.receive, 1, 0), Act(.title, 1, 0),
            ]
        ),
        (.fightsItsTwin, [Act(.label, 55, 12), Act(.cloneDisk, 7, 17), Act(.forget, 23, 52)]),
    ]

    @Test("Each fault that exchanges had before is found in its run, and isn't there any more", arguments: found)
    func findsFlaws(flaw: SimulatedFlaw, acts: [Simulation.Act]) {
        #expect(Simulation.run(acts, flaw: flaw) != nil)
        #expect(Simulation.run(acts) == nil)
    }

    @Test(
        "The simulation finds a fault by itself, and reduces its run to few acts",
        arguments: [SimulatedFlaw.remembers, .encodesAgain, .readsAgain])
    func reduces(flaw: SimulatedFlaw) throws {
        let acts = try #require(
            (0..<200).lazy.map { Simulation.acts(Self.length, seed: $0) }.first { Simulation.run($0, flaw: flaw) != nil })
        #expect(Simulation.reduced(acts, flaw: flaw).count <= 40)
    }

    @Test("The same acts end the same")
    func isDeterministic() {
        let acts = Simulation.acts(2_000, seed: 7)
        #expect(Simulation.run(acts, flaw: .keepsItsIdentifier) == Simulation.run(acts, flaw: .keepsItsIdentifier))
    }
}
