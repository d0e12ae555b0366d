import Testing

/// The actions of a model's threads.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The observers present from the beginning.
    var present: [Int] = [1, 2]
    /// One program for each thread.
    let programs: [[Operation]]
    /// The operations of an observer's handler on the first thread, if the delivery is not nested in another one of this registry.
    var handlers: [Int: [Operation]] = [:]
    /// `ThreadGuards.capacity`. Smaller here, so that little nesting exceeds it.
    var guardCapacity = 2
    /// Whether threads claim their guards when they need them. Otherwise each has its own from the beginning, which reduces the
    /// situations.
    var claims = false
    /// The number of inactive observers that a list may hold before it is rebuilt.
    var tolerated = 99
    var weakness: Weakness?

    enum Operation: Sendable {
        case deliver
        case add(Int)
        case remove(Int)
        case end
        /// A delivery for another registry, which takes one guard of the thread.
        case enterOther, leaveOther
        /// The end of the thread, as far as its guards are concerned. The destructors of its values do what follows.
        case exit
    }

    /// A step left out or made at the wrong time, to check that the exploration detects it.
    enum Weakness: Sendable, CaseIterable {
        case looksBeforeMarking
        case announcesAfterLooking
        case doesNotLookAgain
        case doesNotAnnounce
        case leavesFormerListsUnmarked
        case retiresBeforePublishing
        case freesFormerListsAtOnce
        case looksForWasteBeforeLeaving
        case guardsAfterFindingTheList
        case doesNotCountPins
        case hasNoLimit
        case vacatesPlacesInUse
        case looksAtFirstGuardsOnly
        case namesNewestFirst
        case collectsWithoutLooking
        case claimsWithoutExchange
    }

    /// The length of lists.
    var places: Int {
        let operations = Array(programs.joined()) + Array(handlers.values.joined())
        return present.count + operations.count { if case .add = $0 { true } else { false } }
    }

    /// Whether a thread ever needs guards.
    func delivers(_ worker: Int) -> Bool {
        programs[worker].contains { if case .deliver = $0 { true } else { false } }
    }

    func with(_ weakness: Weakness) -> Scenario {
        var scenario = self
        scenario.weakness = weakness
        return scenario
    }

    var testDescription: String { weakness.map { "\(name), \($0)" } ?? name }
}
