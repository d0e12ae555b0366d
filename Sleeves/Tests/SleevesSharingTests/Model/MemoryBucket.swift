import SleevesSharing
@testable import SleevesStore

/// A bucket in memory: the last value of each key, with revisions, as a server has it.
struct MemoryBucket {
    private(set) var entries: [SharedEntry] = []
    private(set) var lastRevision: UInt64 = 0
    private(set) var created: Int64 = 1

    func revision(of key: String) -> UInt64 { entries.last { $0.key == key }?.revision ?? 0 }

    /// - Returns: The new revision; `nil` if the key has another one than expected.
    mutating func put(_ value: [UInt8], _ key: String, expecting revision: UInt64) -> UInt64? {
        guard self.revision(of: key) == revision else { return nil }
        lastRevision += 1
        entries.removeAll { $0.key == key }
        entries.append(SharedEntry(key: key, value: value, revision: lastRevision))
        return lastRevision
    }

    mutating func wipe() {
        self = MemoryBucket(created: created + 1)
    }

    init(created: Int64 = 1) {
        self.created = created
    }
}

extension TestMachine {
    /// Reads what is new, and sends what waits.
    ///
    /// - Parameter loses: Whether the answers to what is sent get lost.
    /// - Returns: Whether anything happened.
    @discardableResult
    func exchange(with bucket: inout MemoryBucket, losingAnswers loses: Bool = false) throws -> Bool {
        let start = try library.beginSharing(created: bucket.created, lastRevision: bucket.lastRevision)
        let news = bucket.entries.filter { $0.revision > start }
        _ = try library.mergeShared(news)
        var hasSent = false
        for album in try library.waitingAlbums(after: nil, limit: .max) {
            hasSent = true
            let key = SharedKey.album(album.id).text
            if let revision = bucket.put(Array(album.text.utf8), key, expecting: album.revision) {
                if !loses { try library.noteSent([(album, revision)]) }
            } else {
                _ = try library.mergeShared(bucket.entries.filter { $0.key == key }, isInOrder: false)
            }
        }
        return !news.isEmpty || hasSent
    }
}
