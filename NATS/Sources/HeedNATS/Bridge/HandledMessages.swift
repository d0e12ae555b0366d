/// The handled messages that aren't acknowledged yet. An acknowledgement costs as much as a message, and one is enough for several.
struct HandledMessages {
    /// The number of messages to acknowledge at once.
    let limit: Int
    private var count = 0
    private var last: String?

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes a message.
    ///
    /// - Returns: What to acknowledge now.
    mutating func add(_ token: String, isFollowed: Bool) -> String? {
        (count, last) = (count + 1, token)
        return isFollowed && count < limit ? nil : take()
    }

    mutating func take() -> String? {
        defer { (count, last) = (0, nil) }
        return last
    }
}
