internal import Heed
internal import Synchronization

/// The identifiers of hubs, unique among all processes.
///
/// They let two bridges of one hub recognize each other's messages.
enum HubIdentity {
    private struct Entry {
        weak var hub: NotificationHub?
        let identifier: String
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    static func identifier(of hub: NotificationHub) -> String {
        forgetGone()
        let new = Entry(hub: hub, identifier: random())
        return entries.withLock { entries in
            // A deallocated hub may have had the same address.
            if let known = entries[ObjectIdentifier(hub)], known.hub === hub { return known.identifier }
            entries[ObjectIdentifier(hub)] = new
            return new.identifier
        }
    }

    /// Forgets deallocated hubs. Checking a weak reference retains the hub, and may be the last to release it, so that happens outside the
    /// lock.
    private static func forgetGone() {
        let gone = entries.withLock { $0 }.filter { $0.value.hub == nil }
        entries.withLock { entries in
            for (key, entry) in gone where entries[key]?.identifier == entry.identifier { entries[key] = nil }
        }
    }

    /// Returns 16 random hexadecimal digits.
    static func random() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
