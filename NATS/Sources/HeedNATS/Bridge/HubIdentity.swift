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
        entries.withLock { entries in
            entries = entries.filter { $0.value.hub != nil }
            if let known = entries[ObjectIdentifier(hub)] { return known.identifier }
            let identifier = random()
            entries[ObjectIdentifier(hub)] = Entry(hub: hub, identifier: identifier)
            return identifier
        }
    }

    /// Returns 16 random hexadecimal digits.
    static func random() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
