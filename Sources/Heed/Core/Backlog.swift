internal import CHeedThreads

/// What a thread still has to deliver when there is room on its stack again, and the endless loops that it has cut.
///
/// Handlers that make changes nest on the stack. Where less than a quarter of it is left, deliveries are put here instead; they are made up
/// for by the first delivery that ends with more than half of the stack left, or by the outermost one. So a long chain of changes, each
/// made by the handler of the one before, completes on any stack.
///
/// What is protected by what: only the thread that it belongs to touches it. It exists while there is something in it.
final class Backlog {
    /// Those that wait, the earliest first, with gaps; the places before `start` are empty.
    private var waiting: [PostponedDelivery?] = []
    private var start = 0
    private var waitingCounts: [ObjectIdentifier: Int] = [:]
    /// The registries of loops that were cut, with the number of the outermost delivery of each. They take no change until that has ended:
    /// handlers that fork would otherwise go through the loop once for every way to get there.
    private var cuts: [ObjectIdentifier: UInt64] = [:]
    /// The ancestry of what is made within the delivery with this number.
    private var ancestry: (number: UInt64, value: Ancestry)?

    private static var current: Backlog? {
        // SAFETY: only `made()` and `discard()` set the pointer, and keep what it points to meanwhile.
        heed_current_thread().pointee.backlog.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private static func made() -> Backlog {
        if let current { return current }
        let backlog = Backlog()
        heed_current_thread().pointee.backlog = Unmanaged.passRetained(backlog).toOpaque()
        return backlog
    }

    private static func discard() {
        let thread = heed_current_thread()
        guard let backlog = thread.pointee.backlog else { return }
        thread.pointee.backlog = nil
        Unmanaged<Backlog>.fromOpaque(backlog).release()
    }

    // MARK: Waiting

    /// Lets deliveries wait that belong together.
    static func add(_ orders: [AnyObserverRegistry.Order], _ standing: Delivery.Standing, keeping owner: AnyObject) {
        let backlog = made()
        let innermost = Delivery.innermost?.pointee.standing.number ?? 0
        if backlog.ancestry?.number != innermost { backlog.ancestry = (innermost, Ancestry()) }
        let postponed = PostponedDelivery(orders, standing, after: backlog.ancestry!.value, keeping: owner)
        backlog.waiting.append(postponed)
        for order in orders { backlog.waitingCounts[ObjectIdentifier(order.registry), default: 0] += 1 }
    }

    static func waitingCount(of registry: AnyObserverRegistry) -> Int {
        current?.waitingCounts[ObjectIdentifier(registry)] ?? 0
    }

    /// Takes out the earliest of a registry, if it was made before a certain delivery.
    static func take(earlierThan number: UInt64, of registry: AnyObserverRegistry) -> PostponedDelivery? {
        guard waitingCount(of: registry) > 0, let backlog = current else { return nil }
        for place in backlog.start..<backlog.waiting.count {
            guard let delivery = backlog.waiting[place] else { continue }
            guard delivery.number < number else { return nil }
            if delivery.concerns(registry) { return backlog.take(at: place) }
        }
        return nil
    }

    private func take(at place: Int) -> PostponedDelivery? {
        guard place < waiting.count, let taken = waiting[place] else { return nil }
        waiting[place] = nil
        while start < waiting.count, waiting[start] == nil { start += 1 }
        if start == waiting.count {
            waiting = []
            start = 0
        }
        for registry in taken.registries { waitingCounts[registry]! -= 1 }
        return taken
    }

    /// A delivery has ended: makes those that wait, if this is the place for it.
    static func didEndDelivery(_ standing: Delivery.Standing) {
        let isOutermost = Delivery.innermost == nil
        if isOutermost || heed_stack_left(standing.depth) == HEED_STACK_AMPLE { work() }
        if isOutermost { return discard() }
        guard let backlog = current else { return }
        for (registry, outermost) in backlog.cuts where outermost == standing.number { backlog.cuts[registry] = nil }
        if backlog.cuts.isEmpty, backlog.waiting.isEmpty { discard() }
    }

    private static func work() {
        while let backlog = current, let next = backlog.take(at: backlog.start) { next.run() }
    }

    // MARK: Loops

    static func hasCutLoop(at registry: AnyObserverRegistry) -> Bool {
        current?.cuts[ObjectIdentifier(registry)] != nil
    }

    /// Closes everything that this thread is delivering, which leads to an endless loop that was reported already.
    static func cutEverything() {
        var next = Delivery.innermost
        while let delivery = next {
            let registry = delivery.pointee.registry._withUnsafeGuaranteedRef { ObjectIdentifier($0) }
            made().cuts[registry] = delivery.pointee.standing.number
            next = delivery.pointee.outer
        }
    }

    /// Reports that a registry leads to itself without end, and closes it and what it leads through.
    static func cutLoop(at registry: AnyObserverRegistry) {
        let backlog = made()
        typealias Turn = [(name: String, place: RegistrationPlace?)]
        // The innermost change has no handler yet.
        var turn: Turn = [(registry.name, nil)]
        var isUnbroken = true
        var (firstTurn, wholeTurn): (Turn?, Turn?)
        var passed: [ObjectIdentifier: UInt64] = [:]
        var next = Delivery.innermost
        while let delivery = next {
            delivery.pointee.registry._withUnsafeGuaranteedRef { passedBy in
                passed[ObjectIdentifier(passedBy)] = delivery.pointee.standing.number
                if wholeTurn == nil { turn.append((passedBy.name, delivery.pointee.placeOfRunningHandler)) }
            }
            if delivery.isOf(registry) {
                backlog.cuts.merge(passed) { $1 }
                if wholeTurn == nil, isUnbroken { wholeTurn = turn }
                firstTurn = firstTurn ?? turn
                turn = [(registry.name, nil)]
                isUnbroken = true
            }
            // A delivery that has waited was not caused by the one it is nested in.
            if delivery.pointee.standing.ancestry != nil { isUnbroken = false }
            next = delivery.pointee.outer
        }
        if firstTurn == nil { backlog.cuts.merge(passed) { $1 } }
        let reported = (wholeTurn ?? firstTurn ?? turn).prefix(64).reversed()
        Diagnostics.report(.runawayLoop(path: reported.map(\.name), places: reported.map(\.place)))
    }
}

/// Deliveries that belong together and wait for room on the stack.
final class PostponedDelivery {
    let number: UInt64
    private let orders: [AnyObserverRegistry.Order]
    private let turns: Int
    private let ancestry: Ancestry
    /// Keeps the events.
    private let owner: AnyObject

    init(_ orders: [AnyObserverRegistry.Order], _ standing: Delivery.Standing, after ancestry: Ancestry, keeping owner: AnyObject) {
        number = standing.number
        turns = standing.turns
        self.orders = orders
        self.ancestry = ancestry
        self.owner = owner
    }

    var registries: [ObjectIdentifier] { orders.map { ObjectIdentifier($0.registry) } }

    func concerns(_ registry: AnyObserverRegistry) -> Bool {
        orders.contains { $0.registry === registry }
    }

    func run() {
        let standing = Delivery.Standing(
            number: number,
            depth: (Delivery.innermost?.pointee.standing.depth ?? -1) + 1,
            turns: turns,
            ancestry: Unmanaged.passUnretained(ancestry)
        )
        withExtendedLifetime(self) {
            if orders.count == 1, let only = orders.first {
                only.registry.deliverAfterEarlier(
                    raw: only.event, to: only.audience, context: only.context, standing: standing, limit: only.limit)
            } else {
                AnyObserverRegistry.deliverTogether(orders, standing: standing)
            }
        }
    }
}
