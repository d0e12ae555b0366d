internal import CHeedThreads

/// The deliveries that a thread has postponed until its stack has room again, and the endless loops that it has stopped.
///
/// Handlers that make changes nest on the stack. When less than a quarter of the stack is left, deliveries go here instead. The first
/// delivery that ends with more than half of the stack left, or else the outermost one, makes them. So a long chain of changes, each made
/// by the handler of the previous one, completes on any stack.
///
/// State and its protection: only the owning thread touches it. It exists while it holds something.
final class Backlog {
    /// The waiting deliveries, earliest first, with gaps; the places before `start` are empty.
    private var waiting: [PostponedDelivery?] = []
    private var start = 0
    private var waitingCounts: [ObjectIdentifier: Int] = [:]
    /// The registries of stopped loops, with the number of each loop's outermost delivery. They take no change until that delivery has
    /// ended. Handlers that branch would otherwise run through the loop once for every path that leads there.
    private var cuts: [ObjectIdentifier: UInt64] = [:]
    /// The innermost delivery around the running ``work()``, if it is running.
    private var level: UnsafeMutablePointer<Delivery>??
    /// The ancestry of deliveries made within the delivery with this number.
    private var ancestry: (number: UInt64, value: Ancestry)?

    /// Whether this thread has one.
    static var isPresent: Bool { heed_current_thread().pointee.backlog != nil }

    private static var current: Backlog? {
        // SAFETY: only `made()` and `discard()` set the pointer, and they retain its object meanwhile.
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

    /// Whether a delivery has to wait for room on the stack.
    ///
    /// - Parameter depth: The number of deliveries around it.
    static func isNeeded(at depth: Int) -> Bool {
        heed_stack_left(depth).rawValue >= HEED_STACK_LOW.rawValue
    }

    /// Postpones deliveries that belong together.
    static func add(_ orders: [AnyObserverRegistry.Order], _ standing: Delivery.Standing, keeping owner: AnyObject) {
        let backlog = made()
        let innermost = Delivery.innermost?.pointee.standing.number ?? 0
        if backlog.ancestry?.number != innermost { backlog.ancestry = (innermost, Ancestry()) }
        let postponed = PostponedDelivery(orders, standing, after: backlog.ancestry!.value, keeping: owner)
        backlog.waiting.append(postponed)
        for order in orders {
            backlog.waitingCounts[ObjectIdentifier(order.registry), default: 0] += 1
            order.registry.didPostpone(in: order.context)
        }
    }

    static func waitingCount(of registry: AnyObserverRegistry) -> Int {
        current?.waitingCounts[ObjectIdentifier(registry)] ?? 0
    }

    /// Removes and returns the earliest delivery of a registry, if it was made before a certain delivery.
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

    /// Makes the postponed deliveries after a delivery has ended, if this is the place for it.
    static func didEndDelivery(_ standing: Delivery.Standing) {
        if let backlog = current, backlog.level == .some(Delivery.innermost) { return reopenLoops(after: standing) }
        let isOutermost = Delivery.innermost == nil
        if isOutermost || heed_stack_left(standing.depth) == HEED_STACK_AMPLE { work() }
        if isOutermost { return discard() }
        reopenLoops(after: standing)
        guard let backlog = current else { return }
        if backlog.level == nil, backlog.cuts.isEmpty, backlog.waiting.isEmpty { discard() }
    }

    /// Makes the postponed deliveries one after the other: those that end within it leave the rest to it.
    private static func work() {
        guard let backlog = current else { return }
        let outer = backlog.level
        backlog.level = .some(Delivery.innermost)
        // Kept until nothing waits any more: a value's `deinit` may make changes, which come after all of these.
        var made: [PostponedDelivery] = []
        while let next = backlog.take(at: backlog.start) {
            next.run()
            made.append(next)
        }
        backlog.level = outer
    }

    // MARK: Loops

    /// Lets the registries of the loops within a delivery take changes again.
    static func reopenLoops(after standing: Delivery.Standing) {
        guard let backlog = current else { return }
        for (registry, outermost) in backlog.cuts where outermost == standing.number { backlog.cuts[registry] = nil }
    }

    static func hasCutLoop(at registry: AnyObserverRegistry) -> Bool {
        current?.cuts[ObjectIdentifier(registry)] != nil
    }

    /// Closes everything that this thread is delivering, because it leads to an endless loop that was already reported.
    static func cutEverything() {
        var next = Delivery.innermost
        while let delivery = next {
            let registry = delivery.pointee.registry.borrow { ObjectIdentifier($0) }
            made().cuts[registry] = delivery.pointee.standing.number
            next = delivery.pointee.outer
        }
    }

    /// Reports that a registry leads to itself endlessly, and closes it and the registries on the way.
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
            delivery.pointee.registry.borrow { passedBy in
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
            // A postponed delivery wasn't caused by the one around it.
            if delivery.pointee.standing.ancestry != nil { isUnbroken = false }
            next = delivery.pointee.outer
        }
        if firstTurn == nil { backlog.cuts.merge(passed) { $1 } }
        let reported = (wholeTurn ?? firstTurn ?? turn).prefix(64).reversed()
        Diagnostics.report(.runawayLoop(path: reported.map(\.name), places: reported.map(\.place)))
    }
}

/// Combined deliveries that wait for room on the stack.
final class PostponedDelivery {
    let number: UInt64
    private let orders: [AnyObserverRegistry.Order]
    private let turns: Int
    private let ancestry: Ancestry
    /// Keeps the events alive.
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
            for order in orders { order.registry.didDeliverPostponed(in: order.context) }
        }
    }
}
