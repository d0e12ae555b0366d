#if DEBUG
    import Foundation
    import Interleavings
    import Testing

    @testable import Heed

    /// The registry itself, with every order of the accesses of its threads that can make a difference.
    ///
    /// The scenarios are deliveries (including nested ones, and more of them than there are guards); observers added at the end, in a freed
    /// slot, and in the middle; removals; lists that are rebuilt while deliveries walk them; the end of the registry; and threads that claim
    /// guards, end, and leave their guards to others. In each order the test checks that
    /// - a handler is not used after it was released, and stays in place while it runs,
    /// - a list is not used after it was freed, and nothing is released or freed twice,
    /// - an observer removed before a delivery reached it is not called, nor one added after the delivery began,
    /// - an observer present from the beginning to the end is called, in order and once, and receives a thread's events in their order,
    /// - no handler runs or is released while a lock is held,
    /// - at the end nothing that was removed is kept, and no thread waits endlessly.
    ///
    /// The memory model is sequential consistency: an access happens at once and for all threads. The real operations have it wherever their
    /// order matters: setting and reading guards, counting and reading pins, marking an observer and checking its mark, storing and loading the
    /// head of the list, announcing waste and checking for it. The others are weaker, and that is enough:
    /// - The entry, the state of a new observer, the link to the next chunk, `newest`: the writer stores them in this order, each after the
    ///   first releasing; a delivery loads them acquiring in the opposite order. It sees all of a new observer or none of it.
    /// - `count`: a thread that adds an observer and then delivers, or lets another thread do so, has made its store visible by the
    ///   synchronization between the two.
    /// - States and `waste`, read under the lock: only code under the lock writes them.
    /// - The link from a block of guards to the next: it is written before the block is published, and never again.
    @Suite("The lock-free registry, in all orders of its steps", .disabled(if: isSanitized))
    struct RegistryInterleavingTests {
        private static let scenarios = [
            Scenario(name: "a delivery, a removal", programs: [[.deliver], [.remove(1)]]),
            Scenario(name: "two deliveries, a removal", programs: [[.deliver], [.deliver], [.remove(1)]]),
            Scenario(name: "one delivery after another, the newest is removed", programs: [[.deliver, .deliver], [.remove(2)]]),
            Scenario(name: "a delivery, two removals", programs: [[.deliver], [.remove(1)], [.remove(2)]]),
            Scenario(name: "a delivery, two removals of the same observer", programs: [[.deliver], [.remove(1)], [.remove(1)]]),
            Scenario(name: "a delivery, a removal, an addition", programs: [[.deliver, .deliver], [.remove(2)], [.add(3)]]),
            Scenario(
                name: "a slot is freed and reused", programs: [[.deliver, .deliver], [.remove(2), .add(3), .remove(3), .add(4)]]),
            Scenario(name: "the first observer is added", present: [], programs: [[.deliver, .deliver], [.add(1)], [.add(2)]]),
            Scenario(name: "one joins in the middle", present: [1, 3], programs: [[.deliver], [.add(2)], [.remove(3)]]),
            Scenario(name: "two join in the middle", present: [1, 4], programs: [[.deliver, .deliver], [.add(2), .remove(4), .add(3)]]),
            Scenario(
                name: "the list is rebuilt", present: Array(1...36), gaps: Array(2...33), programs: [[.deliver], [.remove(34), .add(37)]]),
            Scenario(name: "nested deliveries, a removal", programs: [[.deliver], [.remove(2)]], handlers: [1: [.deliver]]),
            Scenario(
                name: "deliveries nested further than there are guards",
                programs: [[.within(ThreadGuards.capacity - 1, [.deliver])], [.remove(2), .add(3)]],
                handlers: [1: [.deliver], 2: [.deliver]]
            ),
            Scenario(
                name: "no guard is free",
                programs: [[.within(ThreadGuards.capacity, [.deliver])], [.remove(2)], [.remove(1)]]
            ),
            Scenario(
                name: "a delivery within one of another registry, a removal",
                programs: [[.within(1, [.deliver])], [.remove(2)]]
            ),
            Scenario(
                name: "a handler removes itself, while another thread delivers",
                programs: [[.deliver], [.deliver]],
                handlers: [1: [.remove(1)]]
            ),
            Scenario(
                name: "a handler removes the next one and adds another",
                programs: [[.deliver], [.remove(1)]],
                handlers: [1: [.remove(2), .add(3)]]
            ),
            Scenario(
                name: "a handler causes a rebuild of the list, and removes one that is in both",
                present: [1, 3, 4],
                programs: [[.deliver], [.remove(3)]],
                handlers: [1: [.add(2), .remove(4), .deliver]]
            ),
            Scenario(name: "the registry ends", programs: [[.deliver], [.end], [.remove(1), .add(3)]]),
            Scenario(name: "the registry ends while a former list is in use", present: [1, 3], programs: [[.deliver], [.add(2), .end]]),
            Scenario(
                name: "threads end, and others take their guards",
                present: [1],
                programs: [[.deliver, .exit], [.deliver], [.remove(1)]],
                claims: true
            ),
            Scenario(
                name: "two threads claim the guards of one that has ended",
                present: [1],
                programs: [[.deliver, .exit, .deliver], [.deliver, .remove(1)]],
                claims: true
            ),
        ]

        /// These take a minute or more.
        private static let large = [
            Scenario(
                name: "deliveries one after another, a removal", programs: [[.deliver, .deliver], [.deliver, .deliver], [.remove(2)]]),
            Scenario(
                name: "one joins in the middle and leaves", present: [1, 3], programs: [[.deliver], [.deliver], [.add(2), .remove(2)]]),
            Scenario(
                name: "two join in the middle, and two leave",
                present: [1, 4],
                programs: [[.deliver, .deliver], [.add(2), .remove(4)], [.add(3), .remove(1)]]
            ),
            Scenario(
                name: "the list is rebuilt during two deliveries",
                present: Array(1...36),
                gaps: Array(2...33),
                programs: [[.deliver], [.deliver], [.remove(34), .remove(1), .add(37)]]
            ),
            Scenario(
                name: "deliveries nested further than there are guards, two removals",
                programs: [[.within(ThreadGuards.capacity - 1, [.deliver])], [.remove(2), .add(3)], [.remove(1)]],
                handlers: [1: [.deliver], 2: [.deliver]]
            ),
            Scenario(
                name: "a handler causes a rebuild of the list while another thread delivers",
                present: [1, 3, 4],
                programs: [[.deliver], [.deliver], [.remove(3)]],
                handlers: [1: [.add(2), .remove(4), .deliver]]
            ),
            Scenario(
                name: "the registry ends", present: [1, 3], programs: [[.deliver, .deliver], [.add(2), .end], [.remove(3), .add(4)]]),
            Scenario(
                name: "threads deliver once more when they have ended",
                programs: [[.deliver, .exit, .deliver, .exit], [.deliver, .exit, .deliver], [.remove(1)]],
                claims: true
            ),
        ]

        @Test("The guarantees hold in every order")
        func holds() async {
            // In a process of its own, where no other test claims guards or starts a recording.
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for scenario in RegistryInterleavingTests.scenarios { RegistryInterleavingTests.explore(scenario, .all) }
            }
            expectNothing(saidBy: result)
        }

        @Test("They hold in some orders of larger scenarios, and in all if HEED_LARGE_MODELS is set")
        func holdsInLarge() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let isComplete = ProcessInfo.processInfo.environment["HEED_LARGE_MODELS"] != nil
                for scenario in RegistryInterleavingTests.large {
                    RegistryInterleavingTests.explore(scenario, isComplete ? .all : .random(runs: 200, seed: 1))
                }
            }
            expectNothing(saidBy: result)
        }

        /// The other process says what is wrong.
        private func expectNothing(saidBy result: ExitTest.Result?) {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.isEmpty, "\(text)")
        }

        private static func say(_ text: String) {
            FileHandle.standardError.write(Data((text + "\n").utf8))
        }

        /// For each store that is left out, a scenario that shows the consequence.
        private static let omissions: [(Scenario.Omission, in: String, leadsTo: String)] = [
            (.newest, "a delivery, a removal, an addition", "a present observer is not called"),
            (.head, "one joins in the middle", "a present observer is not called"),
            (.waste, "a delivery, a removal", "a removed observer or list is kept"),
            (.pins, "no guard is free", "a handler is used after its release"),
            (.guards, "a delivery, a removal", "a handler is used after its release"),
            (.addition, "a delivery, a removal, an addition", "a handler is never released"),
            (.mark, "a delivery, a removal", "a handler is released twice"),
            (.link, "a delivery, a removal, an addition", "a present observer is not called"),
        ]

        @Test("A store that is left out is detected")
        func omitted() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for (omission, name, consequence) in RegistryInterleavingTests.omissions {
                    var scenario = try #require(RegistryInterleavingTests.scenarios.first { $0.name == name })
                    scenario.omission = omission
                    let violation = RegistryInterleavingTests.violation(in: scenario, .all)
                    if violation?.what != consequence { RegistryInterleavingTests.say("\(omission): \(violation?.what ?? "nothing")") }
                }
            }
            expectNothing(saidBy: result)
        }

        private static func explore(_ scenario: Scenario, _ strategy: Explorer.Strategy) {
            guard let violation = violation(in: scenario, strategy) else { return }
            say("\(scenario.name): \(violation.what)\n\(violation.schedule.joined(separator: "\n"))")
        }

        private static func violation(in scenario: Scenario, _ strategy: Explorer.Strategy) -> (what: String, schedule: [String])? {
            let explorer = Explorer(threads: scenario.programs.count)
            defer { explorer.stop() }
            // The first run would otherwise differ from the others.
            _ = explorer.explore(.random(runs: 1, seed: 1)) { ({ _ in ScenarioRun.claimGuards() }, {}) }
            var last: ScenarioRun?
            let outcome = explorer.explore(strategy) {
                last?.cleanUp()
                let run = ScenarioRun(scenario, explorer)
                last = run
                return (run.work, run.check)
            }
            #expect(outcome.runCount > 0)
            guard let violation = outcome.violation, let last else {
                last?.cleanUp()
                return nil
            }
            return (violation.what, violation.schedule.map { "thread \($0.thread): \(last.description(of: $0.access))" })
        }
    }
#endif
