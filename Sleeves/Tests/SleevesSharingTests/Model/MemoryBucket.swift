import SleevesSharing
@testable import SleevesStore

/// A bucket in memory: the last value of each key, with revisions and times, as a server has it.
struct MemoryBucket {
    private(set) var entries: [String: SharedEntry] = [:]
    private(set) var lastRevision: UInt64 = 0
    /// Never set back, also if the bucket is restored.
    private var time: Int64 = 1

    func revision(of key: String) -> UInt64 { entries[key]?.revision.number ?? 0 }

    /// - Returns: The new revision; `nil` if the key has another one than expected.
    mutating func put(_ value: [UInt8], _ key: String, expecting revision: UInt64) -> UInt64? {
        guard self.revision(of: key) == revision else { return nil }
        lastRevision += 1
        time += 1
        entries[key] = SharedEntry(key: key, value: value, revision: SharedRevision(lastRevision, at: time))
        return lastRevision
    }

    mutating func wipe() {
        (entries, lastRevision) = ([:], 0)
    }

    /// Loses what came after an earlier state.
    mutating func restore(_ earlier: MemoryBucket) {
        (entries, lastRevision) = (earlier.entries, earlier.lastRevision)
    }

    var listing: ServerListing {
        var listing = ServerListing(lastRevision: lastRevision)
        for entry in entries.values { listing.add(entry.key, entry.revision, size: entry.value.count) }
        return listing
    }
}

extension TestMachine {
    /// Connects, compares, and exchanges everything.
    ///
    /// - Parameter loses: Whether the answers to what is sent get lost.
    /// - Returns: Whether anything happened.
    @discardableResult
    func exchange(with bucket: inout MemoryBucket, losingAnswers loses: Bool = false) throws -> Bool {
        var (queue, hasActed) = (ExchangeQueue(), false)
        let listing = bucket.listing
        let start = queue.compare(listing, with: try library.ownIndex())
        let news = bucket.entries.values.filter { $0.revision.number > start }.sorted { $0.revision.number < $1.revision.number }
        queue.receive(try library.mergeShared(news).outcomes)
        queue.catchUp()
        while case let actions = queue.takeActions(), !actions.isEmpty {
            for action in actions {
                switch action {
                case .noteAbsent(let items):
                    hasActed = true
                    queue.end(try library.mergeShared(items.map { SharedEntry(key: $0.text, value: [], revision: .none) }).outcomes)
                case .fetch(let items):
                    hasActed = true
                    let entries = items.map { bucket.entries[$0.text] ?? SharedEntry(key: $0.text, value: [], revision: .none) }
                    queue.end(try library.mergeShared(entries).outcomes)
                case .send(let items):
                    hasActed = true
                    var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
                    var sent: [(WaitingValue, UInt64)] = []
                    for value in try library.waitingValues(items) {
                        if let revision = bucket.put(value.value, value.key, expecting: value.revision) {
                            sent.append((value, revision))
                        } else {
                            outcomes[value.item] = .differing
                        }
                    }
                    if loses { return true }
                    queue.end(outcomes.merging(try library.noteSent(sent)) { $1 })
                case .exchange(let cover): queue.end([.cover(cover): .same])
                case .findWaiting: queue.find(try library.waitingItems())
                case .list, .wake: break
                }
            }
        }
        return hasActed
    }
}

extension ExchangeQueue.Item {
    fileprivate var text: String {
        switch self {
        case .album(let id): SharedKey.album(id).text
        case .machine(let id): SharedKey.machine(id).text
        case .cover(let cover): SharedKey.piece(0, of: cover).text
        }
    }
}
