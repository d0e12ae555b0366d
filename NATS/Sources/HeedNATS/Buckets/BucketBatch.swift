/// The values of one consumer that arrived and weren't given to the reader yet, without threads or a network.
struct BucketBatch {
    /// The next step.
    enum Step {
        case wait
        /// Give these to the reader, then acknowledge all messages up to the one with the token.
        case deliver([KeyValueEntry], isCaughtUp: Bool, token: String?)
        /// Replace the consumer: a value was lost on the way.
        case restart
    }

    /// The preparation that made the consumer.
    let preparation: Int
    private var entries: [KeyValueEntry] = []
    private var size = 0
    private var token: String?
    private var lastDelivery: UInt64 = 0
    /// Whether the server had nothing more when it sent the last value, as far as it counts.
    private(set) var isCaughtUp = false

    static let (countLimit, sizeLimit) = (256, 4 << 20)

    init(preparation: Int) {
        self.preparation = preparation
    }

    /// Notes how many values the consumer had to send when it was created.
    mutating func begin(pending: UInt64) -> Step {
        guard pending == 0, lastDelivery == 0 else { return .wait }
        isCaughtUp = true
        return take()
    }

    /// Adds a value.
    ///
    /// - Parameters:
    ///   - token: The subject to which it is acknowledged, from which its place comes.
    ///   - isFollowed: Whether further messages have arrived.
    mutating func add(_ entry: KeyValueEntry, _ place: JetStream.Place, token: String, isFollowed: Bool) -> Step {
        guard place.delivery == lastDelivery + 1 else { return .restart }
        lastDelivery = place.delivery
        isCaughtUp = place.pending == 0
        entries.append(entry)
        size += entry.value.count
        self.token = token
        return isFollowed && entries.count < Self.countLimit && size < Self.sizeLimit ? .wait : take()
    }

    /// Notes a heartbeat.
    ///
    /// - Parameter delivery: How many messages it has sent, if it says so.
    mutating func noteHeartbeat(_ delivery: UInt64?, isFollowed: Bool) -> Step {
        if let delivery, delivery > lastDelivery { return .restart }
        return entries.isEmpty || isFollowed ? .wait : take()
    }

    private mutating func take() -> Step {
        defer { (entries, size, token) = ([], 0, nil) }
        return .deliver(entries, isCaughtUp: isCaughtUp, token: token)
    }
}
