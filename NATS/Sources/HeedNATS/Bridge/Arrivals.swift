internal import Heed
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The messages that bridges are posting at the moment, at most one on each thread.
///
/// The bridges of a hub observe it like all other observers, and must not carry messages that arrived over one of them. The first message
/// of this type that each of them observes on this thread is the one that arrived: a hub delivers a message to all observers before those
/// that their handlers post.
enum Arrivals {
    private struct Arrival {
        let type: ObjectIdentifier
        let hub: ObjectIdentifier
        var bridgesThatSawIt: Set<ObjectIdentifier> = []
    }

    private static let current = Mutex<[UInt: Arrival]>([:])

    private static var thread: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    /// Posts a message that arrived.
    static func during(_ type: (some HubMessage).Type, on hub: NotificationHub, post: () -> Void) {
        let (thread, arrival) = (thread, Arrival(type: ObjectIdentifier(type), hub: ObjectIdentifier(hub)))
        current.withLock { $0[thread] = arrival }
        post()
        current.withLock { _ = $0.removeValue(forKey: thread) }
    }

    /// Returns whether the message that a bridge is observing arrived by a bridge.
    static func isArriving(_ type: (some HubMessage).Type, on hub: NotificationHub, for bridge: ObjectIdentifier) -> Bool {
        current.withLock { arrivals in
            guard var arrival = arrivals.removeValue(forKey: thread) else { return false }
            defer { arrivals[thread] = arrival }
            guard arrival.type == ObjectIdentifier(type), arrival.hub == ObjectIdentifier(hub) else { return false }
            return arrival.bridgesThatSawIt.insert(bridge).inserted
        }
    }
}
