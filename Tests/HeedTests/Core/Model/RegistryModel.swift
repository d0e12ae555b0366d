/// The registry behind every pattern as a machine that can be stopped anywhere: the state that its threads share, and the position of
/// each.
///
/// The implementation is `AnyObserverRegistry` with `ThreadGuards`, `ObserverTable` and `Delivery.walk`. Each access to a word that another
/// thread may use concurrently is a separate step here. Work that only its own thread can see, or that happens under the lock and that
/// deliveries don't look at, belongs to the step before or after.
struct RegistryModel: Hashable {
    // MARK: State that deliveries see

    var count = 0
    /// The first slot of the list; here the number of the list, or -1.
    var head = -1
    /// The number of the newest observer.
    var newest = 0
    var pins = 0
    var hasWaste = false
    var blocks: [GuardBlock] = []
    var newestBlock = -1
    /// All lists ever made. A list is one chunk, large enough for all observers.
    var lists: [List] = []

    // MARK: State that the lock protects

    var lockOwner = -1
    var table = 0
    var newestID = 0
    var formerTables: [Int] = []
    var removed: [Int] = []
    var hasEnded = false

    var workers: [Worker]

    // MARK: State that no thread sees, for the checked properties

    var released = Observers()
    var addBegun = Observers()
    var addReturned = Observers()
    var removalBegun = Observers()
    var removalReturned = Observers()
    /// Observers whose removal returns when the lock is released.
    var markedUnderLock = Observers()

    /// A set of observers, by number.
    struct Observers: OptionSet, Hashable {
        let rawValue: UInt16
        static func one(_ id: Int) -> Observers { Observers(rawValue: 1 << UInt16(id)) }
    }

    struct GuardBlock: Hashable {
        var guards: [Registry]
        var isClaimed = true
        let next: Int
    }

    /// The possible contents of a guard.
    enum Registry: Hashable { case none, this, other }

    struct List: Hashable {
        var slots: [Slot]
        var used = 0
        var isFreed = false

        func slot(of id: Int) -> Int? { slots.prefix(used).firstIndex { $0.id == id } }
    }

    /// A slot in a list: `ObserverSlot`. The states are the real ones.
    struct Slot: Hashable {
        var state = 0
        /// The observer whose handler is stored here.
        var entry = 0

        var id: Int { state >> 1 }
        var isActive: Bool { state & 1 == 1 }
        static func active(_ id: Int) -> Int { id << 1 | 1 }
    }

    /// A thread.
    struct Worker: Hashable {
        var frames: [Frame]
        var deliveries: [Delivery] = []
        var guardsUsed = 0
        var block = -1
        /// The result of the search of the guards that has just ended.
        var isPinned = false
        /// The handlers and lists that it has taken under the lock and releases afterwards: `Dropped`.
        var droppedObservers: [Int] = []
        var droppedTables: [Int] = []
    }

    /// `Delivery`, as far as it matters here.
    struct Delivery: Hashable {
        var list = -1
        var limit = 0
        var told = -1
        /// The observers it must call, unless they are removed meanwhile: those present when it began.
        var expected = Observers()
        /// The observers it may call: those whose registration had begun when it took its limit.
        var allowed = Observers()
        var called = Observers()
        var lastCalled = 0
    }

    /// A function that has been called and hasn't returned: its position, and its variables.
    struct Frame: Hashable {
        var step: Step
        var a = 0
        var b = 0
        var c = 0
    }

    init(_ scenario: Scenario) {
        workers = scenario.programs.indices.map { _ in Worker(frames: [Frame(step: .operations)]) }
        let places = scenario.places
        lists = [List(slots: Array(repeating: Slot(), count: places))]
        for id in scenario.present {
            lists[0].slots[lists[0].used] = Slot(state: Slot.active(id), entry: id)
            lists[0].used += 1
            addBegun.insert(.one(id))
            count += 1
            newestID = id
        }
        addReturned = addBegun
        newest = newestID
        if count > 0 { head = 0 }
        guard !scenario.claims else { return }
        for worker in workers.indices where scenario.delivers(worker) {
            blocks.append(GuardBlock(guards: Array(repeating: .none, count: scenario.guardCapacity), next: newestBlock))
            newestBlock = blocks.count - 1
            workers[worker].block = newestBlock
        }
    }
}

extension RegistryModel {
    /// Only some of the differences between models, because hashing everything takes most of the time.
    func hash(into hasher: inout Hasher) {
        var sum = count &+ head &* 3 &+ newest &* 7 &+ table &* 17 &+ lockOwner &* 29 &+ (hasWaste ? 53 : 0) &+ removed.count &* 59
        sum = sum &* 73 &+ Int(removalReturned.rawValue) &* 256 &+ Int(released.rawValue)
        for worker in workers {
            sum = sum &* 31 &+ worker.guardsUsed &+ (worker.isPinned ? 3 : 0)
            for delivery in worker.deliveries {
                sum = sum &* 37 &+ delivery.told &* 41 &+ delivery.limit &* 43 &+ Int(delivery.called.rawValue)
            }
            for frame in worker.frames { sum = sum &* 61 &+ Int(frame.step.rawValue) &+ frame.a &* 67 &+ frame.b &* 71 }
        }
        hasher.combine(sum)
    }
}

/// A violation of a guarantee.
struct ModelViolation: Error {
    let what: String
}
