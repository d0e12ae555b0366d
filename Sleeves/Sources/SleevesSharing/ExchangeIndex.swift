package import SleevesModel

/// The identity of a value on a server. A server that was restored from a copy gives a number to another value, but never at the same time.
package struct SharedRevision: Sendable, Hashable {
    /// The revision; 0 if the server has no value.
    package var number: UInt64
    /// The time at which the server stored it, in nanoseconds since 1970; 0 if that isn't known.
    package var time: Int64

    package init(_ number: UInt64, at time: Int64) {
        (self.number, self.time) = (number, time)
    }

    /// The revision of an absent value.
    package static let none = SharedRevision(0, at: 0)
}

/// The keys of a server with their revisions, without the values.
package struct ServerListing: Sendable {
    package struct Head: Sendable, Hashable {
        package var revision: SharedRevision
        package var isDeleted: Bool
    }

    /// The albums and machines.
    package private(set) var heads: [ExchangeQueue.Item: Head] = [:]
    /// The sizes of the pieces of covers.
    package private(set) var pieces: [CoverDigest: [Int: Int]] = [:]
    /// The number of keys that aren't those of Sleeves.
    package private(set) var foreignCount = 0
    /// The last revision of any key.
    package var lastRevision: UInt64

    package init(lastRevision: UInt64) {
        self.lastRevision = lastRevision
    }

    /// Adds a key.
    ///
    /// - Parameter size: The size of its value, in bytes; 0 if it was deleted.
    package mutating func add(_ key: String, _ revision: SharedRevision, size: Int) {
        let head = Head(revision: revision, isDeleted: size == 0)
        switch SharedKey(key) {
        case .album(let id): heads[.album(id)] = head
        case .machine(let id): heads[.machine(id)] = head
        // The last piece of a cover may be empty. A deleted one is sent again if another has to follow it.
        case .piece(let number, let cover): pieces[cover, default: [:]][number] = size
        case nil: foreignCount += 1
        }
    }
}

/// A machine's knowledge of a server.
package struct OwnIndex: Sendable {
    package struct Head: Sendable, Hashable {
        /// The revision that was merged last.
        package var revision: SharedRevision
        /// Whether the machine has something else.
        package var isWaiting: Bool

        package init(revision: SharedRevision, isWaiting: Bool) {
            (self.revision, self.isWaiting) = (revision, isWaiting)
        }
    }

    /// The albums and machines.
    package var heads: [ExchangeQueue.Item: Head] = [:]
    /// The chosen covers, each with its size in bytes, or `nil` if the machine doesn't have it.
    package var covers: [CoverDigest: Int?] = [:]

    package init() {}
}
