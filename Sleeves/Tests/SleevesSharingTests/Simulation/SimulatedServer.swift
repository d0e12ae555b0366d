import SleevesModel

@testable import SleevesSharing

/// A server as a value: the last value of each key, with every fault that servers have.
struct SimulatedServer {
    enum Content: Hashable {
        case album(SharedAlbum)
        /// A machine's description: the place of its library.
        case machine(String)
        case damaged
        case deleted
    }

    struct Value {
        let content: Content
        let revision: SharedRevision
    }

    private(set) var values: [ExchangeQueue.Item: Value] = [:]
    private(set) var lastRevision: UInt64 = 0
    private var copy: (values: [ExchangeQueue.Item: Value], lastRevision: UInt64) = ([:], 0)
    /// Whether it refuses to store anything.
    var isFull = false
    /// Changes with each loss of the stream, which disconnects all machines.
    private(set) var incarnation = 0
    private(set) var putCount = 0

    enum PutError: Error {
        case conflict, full
    }

    mutating func put(_ content: Content, _ item: ExchangeQueue.Item, expecting revision: UInt64, at time: Int64) throws(PutError) -> UInt64
    {
        if isFull { throw .full }
        guard (values[item]?.revision.number ?? 0) == revision else { throw .conflict }
        putCount += 1
        lastRevision += 1
        values[item] = Value(content: content, revision: SharedRevision(lastRevision, at: time))
        return lastRevision
    }

    /// Another program writes damage, or deletes a value.
    mutating func spoil(_ item: ExchangeQueue.Item, isDeletion: Bool, at time: Int64) {
        lastRevision += 1
        values[item] = Value(content: isDeletion ? .deleted : .damaged, revision: SharedRevision(lastRevision, at: time))
    }

    /// Loses a value without a trace, as a limit of the stream does.
    mutating func lose(_ item: ExchangeQueue.Item) { values[item] = nil }

    mutating func wipe() {
        (values, lastRevision) = ([:], 0)
        incarnation += 1
    }

    mutating func makeCopy() { copy = (values, lastRevision) }

    /// Loses all that came after the last copy.
    mutating func restore() {
        (values, lastRevision) = copy
        incarnation += 1
    }

    var listing: ServerListing {
        var listing = ServerListing(lastRevision: lastRevision)
        for (item, value) in values {
            let key: SharedKey? =
                switch item {
                case .album(let id): .album(id)
                case .machine(let id): .machine(id)
                case .cover: nil
                }
            listing.add(key?.text ?? "", value.revision, size: value.content == .deleted ? 0 : 1)
        }
        return listing
    }

    func values(after revision: UInt64) -> [(ExchangeQueue.Item, Value)] {
        values.filter { $0.value.revision.number > revision }.sorted { $0.value.revision.number < $1.value.revision.number }.map {
            ($0, $1)
        }
    }
}
