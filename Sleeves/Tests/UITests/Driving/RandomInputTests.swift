import Foundation
import Testing

extension UITests.WindowTests {
    /// Random keys, clicks, searches, edits, dialogs and commands from outside, the same for the same seed.
    ///
    /// `make drive` runs it for ten minutes; `SEED`, `SECONDS` and `CHECK=valgrind` say how.
    @MainActor
    @Suite("Random input", .timeLimit(.minutes(60)))
    struct RandomInputTests {
        private static let variables = ProcessInfo.processInfo.environment

        @Test("Random keys, clicks, searches, edits, dialogs, outside commands and new starts neither crash the program nor leave it blank")
        func drive() async throws {
            let seed = Self.variables["SLEEVES_DRIVE_SEED"].flatMap(UInt64.init) ?? 1
            let seconds = Self.variables["SLEEVES_DRIVE_SECONDS"].flatMap(Int.init)
            try await Scene.play { scene in
                scene.animates = true
                let checker = Self.variables["SLEEVES_DRIVE_CHECK"] == "valgrind" ? try await MemoryChecker(in: scene) : nil
                let driver = try await WindowDriver(seed: seed, checker: checker, in: scene)
                let deadline = ContinuousClock.now + .seconds(seconds ?? 0)
                var steps = 0
                while seconds == nil ? steps < 50 : ContinuousClock.now < deadline {
                    try await driver.step()
                    steps += 1
                }
                try await driver.finish()
                if seconds != nil { print("\(steps) steps with seed \(seed) ended nothing") }
            }
        }
    }
}
