import Foundation
import Testing

/// The part of the registry that takes no lock, in every order in which the steps of its threads can follow one another.
///
/// The model covers deliveries (including nested ones, and more of them than there are guards); observers added at the end, in a freed
/// slot, and in the middle; removals; lists that are rebuilt while deliveries walk them; the end of the registry; and threads that claim
/// guards, end, and leave their guards to others. In each situation the model checks that
/// - a handler is not used after it was released, and stays in place while it runs,
/// - a list is not used after it was freed, and nothing is released or freed twice,
/// - an observer removed before a delivery reached it is not called, nor one added after the delivery began,
/// - an observer present from the beginning to the end is called, in order and once,
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
///
/// The model doesn't cover lists of several chunks, whose links are only ever added (see the tests of the table); audiences; and combined
/// deliveries, which do for several registries what is done here for one.
@Suite("The lock-free registry, in all orders of its steps", .disabled(if: isSanitized))
struct RegistryModelTests {
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
            name: "the list is rebuilt", present: [1, 2, 3], programs: [[.deliver], [.remove(1), .remove(2), .add(4)]], tolerated: 0),
        Scenario(name: "nested deliveries, a removal", programs: [[.deliver], [.remove(2)]], handlers: [1: [.deliver]]),
        Scenario(
            name: "deliveries nested further than there are guards",
            programs: [[.enterOther, .deliver, .leaveOther], [.remove(2), .add(3)]],
            handlers: [1: [.deliver], 2: [.deliver]]
        ),
        Scenario(
            name: "no guard is free",
            programs: [[.enterOther, .deliver, .leaveOther], [.remove(2)], [.remove(1)]],
            guardCapacity: 1
        ),
        Scenario(
            name: "a delivery within one of another registry, a removal",
            programs: [[.enterOther, .deliver, .leaveOther], [.remove(2)]]
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
        Scenario(name: "deliveries one after another, a removal", programs: [[.deliver, .deliver], [.deliver, .deliver], [.remove(2)]]),
        Scenario(name: "one joins in the middle and leaves", present: [1, 3], programs: [[.deliver], [.deliver], [.add(2), .remove(2)]]),
        Scenario(
            name: "two join in the middle, and two leave",
            present: [1, 4],
            programs: [[.deliver, .deliver], [.add(2), .remove(4)], [.add(3), .remove(1)]]
        ),
        Scenario(
            name: "the list is rebuilt during two deliveries",
            present: [1, 2, 3],
            programs: [[.deliver], [.deliver], [.remove(1), .remove(2), .add(4)]],
            tolerated: 0
        ),
        Scenario(
            name: "deliveries nested further than there are guards, two removals",
            programs: [[.enterOther, .deliver, .leaveOther], [.remove(2), .add(3)], [.remove(1)]],
            handlers: [1: [.deliver], 2: [.deliver]]
        ),
        Scenario(
            name: "a handler causes a rebuild of the list while another thread delivers",
            present: [1, 3, 4],
            programs: [[.deliver], [.deliver], [.remove(3)]],
            handlers: [1: [.add(2), .remove(4), .deliver]]
        ),
        Scenario(name: "the registry ends", present: [1, 3], programs: [[.deliver, .deliver], [.add(2), .end], [.remove(3), .add(4)]]),
        Scenario(
            name: "threads deliver once more when they have ended",
            programs: [[.deliver, .exit, .deliver, .exit], [.deliver, .exit, .deliver], [.remove(1)]],
            claims: true
        ),
    ]

    @Test("The guarantees hold in every order", arguments: scenarios)
    func holds(scenario: Scenario) {
        explore(scenario)
    }

    @Test("They hold in larger scenarios", .enabled(if: ProcessInfo.processInfo.environment["HEED_LARGE_MODELS"] != nil), arguments: large)
    func holdsInLarge(scenario: Scenario) {
        explore(scenario)
    }

    private func explore(_ scenario: Scenario) {
        let exploration = Exploration(scenario)
        let violation = exploration.violation.map { "\($0.what):\n\($0.schedule.joined(separator: "\n"))" }
        #expect(violation == nil)
        #expect(exploration.endCount > 0)
    }

    /// For each way to break a step, a scenario that shows the consequence.
    private static let weaknesses: [(Scenario.Weakness, in: String, leadsTo: String)] = [
        (.looksBeforeMarking, "a delivery, a removal", "a handler is used after its release"),
        (.announcesAfterLooking, "a delivery, a removal", "a removed observer or list is kept"),
        (.doesNotLookAgain, "a delivery, a removal", "a removed observer or list is kept"),
        (.doesNotAnnounce, "a delivery, a removal", "a removed observer or list is kept"),
        (.looksForWasteBeforeLeaving, "a delivery, a removal", "a removed observer or list is kept"),
        (.leavesFormerListsUnmarked, "two join in the middle", "an observer is called after its removal"),
        (.retiresBeforePublishing, "two join in the middle", "a freed list is used"),
        (.freesFormerListsAtOnce, "two join in the middle", "a freed list is used"),
        (.guardsAfterFindingTheList, "two join in the middle", "a freed list is used"),
        (.doesNotCountPins, "no guard is free", "a handler is used after its release"),
        (.hasNoLimit, "a slot is freed and reused", "an observer receives an event from before its registration"),
        (.vacatesPlacesInUse, "a slot is freed and reused", "a handler's slot is given to another"),
        (.namesNewestFirst, "a delivery, a removal, an addition", "a handler's slot is given to another"),
        (.looksAtFirstGuardsOnly, "a delivery within one of another registry, a removal", "a handler is used after its release"),
        (.collectsWithoutLooking, "two deliveries, a removal", "a handler is used after its release"),
        (.claimsWithoutExchange, "two threads claim the guards of one that has ended", "a handler is used after its release"),
    ]

    @Test("A step left out or made at the wrong time is detected", arguments: weaknesses)
    func spoiled(weakness: Scenario.Weakness, scenario: String, consequence: String) throws {
        let scenario = try #require(Self.scenarios.first { $0.name == scenario })
        let violation = Exploration(scenario.with(weakness)).violation
        #expect(violation?.what == consequence)
    }

    @Test("Each way to break a step is tried")
    func completeness() {
        #expect(Self.weaknesses.map(\.0).count == Scenario.Weakness.allCases.count)
        #expect(Set(Self.weaknesses.map(\.0)) == Set(Scenario.Weakness.allCases))
    }
}
