internal import CHeedThreads

// The deliveries of a thread form a list, from the innermost outwards.
extension Delivery {
    /// The number of times a registry may lead to itself before that counts as an endless loop. Deliveries that nest more deeply than the
    /// stack allows wait, so no sensible program comes near this number.
    #if DEBUG
        // Tests of branching loops use a smaller one.
        @TaskLocal static var turnLimit = 10_240
    #else
        static let turnLimit = 10_240
    #endif

    /// The innermost delivery that this thread has started and not ended.
    static var innermost: UnsafeMutablePointer<Delivery>? {
        heed_current_thread().pointee.delivery?.assumingMemoryBound(to: Delivery.self)
    }

    /// The delivery whose handler runs on this thread.
    static var handling: UnsafeMutablePointer<Delivery>? {
        heed_current_thread().pointee.handling?.assumingMemoryBound(to: Delivery.self)
    }

    /// Removes the observer whose handler runs on this thread.
    static func removeHandling() {
        guard let delivery = handling, let id = delivery.pointee.told?.pointee.id else { return }
        delivery.pointee.registry.borrow { $0.cancel(id) }
    }

    /// Returns how many deliveries of a registry, each within the previous one, led to the current point of this thread.
    static func turns(leadingTo registry: AnyObserverRegistry) -> Int {
        var next = innermost
        while let delivery = next {
            if delivery.isOf(registry) { return delivery.pointee.standing.turns + 1 }
            if let ancestry = delivery.pointee.standing.ancestry {
                return ancestry.borrow { $0.turns(leadingTo: registry) }
            }
            next = delivery.pointee.outer
        }
        return 0
    }

    /// Completes the deliveries of a registry that this thread began before a certain one, earliest first. They may be around the running
    /// code, or waiting for room on the stack.
    static func completeEarlier(than number: UInt64, of registry: AnyObserverRegistry) {
        var unfinished: [UnsafeMutablePointer<Delivery>] = []
        var next = innermost
        // The number of a delivery with nothing left to do before it. Deliveries combined with it have the same number.
        var complete: UInt64?
        while let delivery = next {
            let standing = delivery.pointee.standing
            if let complete, standing.number != complete { break }
            if delivery.isOf(registry), standing.number < number {
                unfinished.append(delivery)
                if delivery.pointee.hasCompletedEarlier { complete = standing.number }
            }
            next = delivery.pointee.outer
        }
        unfinished.sort { $0.pointee.standing.number > $1.pointee.standing.number }
        while true {
            let next = unfinished.last
            let bound = min(next?.pointee.standing.number ?? number, number)
            // One at a time: the handlers of each may complete the next ones.
            if heed_current_thread().pointee.backlog != nil, let waiting = Backlog.take(earlierThan: bound, of: registry) {
                waiting.run()
            } else if let next {
                next.proceed(upTo: next.pointee.limit)
                unfinished.removeLast()
            } else {
                return
            }
        }
    }
}

/// The number of times that each registry had led to itself when a delivery was postponed.
final class Ancestry {
    private var turns: [ObjectIdentifier: Int] = [:]

    /// Creates the ancestry of a delivery made at the current point of this thread.
    init() {
        var next = Delivery.innermost
        var last: ObjectIdentifier?
        while let delivery = next {
            let registry = delivery.pointee.registry.borrow { ObjectIdentifier($0) }
            // The innermost delivery has the most turns.
            if registry != last, turns[registry] == nil { turns[registry] = delivery.pointee.standing.turns }
            last = registry
            if let earlier = delivery.pointee.standing.ancestry {
                turns.merge(earlier.borrow { $0.turns }) { innermost, _ in innermost }
                return
            }
            next = delivery.pointee.outer
        }
    }

    /// Returns what ``Delivery/turns(leadingTo:)`` describes.
    func turns(leadingTo registry: AnyObserverRegistry) -> Int {
        turns[ObjectIdentifier(registry)].map { $0 + 1 } ?? 0
    }
}
