/// The subjects and headers of a bridge's messages.
///
/// | Header | Value |
/// |---|---|
/// | `Heed-Origin` | the identifier of the hub, and after a space the name of the bridge, if it has one |
/// | `Heed-Version` | the version of the message's encoding |
/// | `Nats-Msg-Id` | of lasting messages: the identifier of the bridge, a dash, and a counter. The server drops repeated ones. |
struct Envelope: Sendable {
    private let prefix: String
    private let origin: String
    private let name: String?
    private let originHeader: OutgoingMessage.Header
    /// The identifier of the bridge, whose messages have their own counter.
    let publisher = HubIdentity.random()

    init(prefix: String, origin: String, name: String?) {
        (self.prefix, self.origin, self.name) = (prefix, origin, name)
        originHeader = OutgoingMessage.Header("Heed-Origin", name.map { "\(origin) \($0)" } ?? origin)
    }

    /// The subjects of messages of a kind.
    func subjects(of lane: HubBridge.Route.Lane) -> String { stem(lane) + ">" }

    /// The name of the stream of lasting messages.
    var stream: String { prefix }

    private func stem(_ lane: HubBridge.Route.Lane) -> String { "\(prefix).\(lane.rawValue)." }

    /// Returns a message to publish.
    func message(_ payload: [UInt8], for route: HubBridge.Route) -> OutgoingMessage {
        var message = OutgoingMessage(payload, to: stem(route.kind.lane) + route.wireName)
        message.headers = [originHeader, .init("Heed-Version", String(route.version))]
        return message
    }

    /// Makes a lasting message recognizable.
    func number(_ message: OutgoingMessage, _ counter: UInt64) -> OutgoingMessage {
        var message = message
        message.headers.append(.init("Nats-Msg-Id", "\(publisher)-\(counter)"))
        return message
    }

    /// The kind of a received message.
    enum Reading {
        /// It is the hub's own.
        case own
        /// It is for a route.
        case accepted(HubBridge.Route)
        /// It can't be used.
        case rejected(HubBridge.Rejections.Reason)
    }

    func read(_ message: borrowing IncomingMessage, _ routes: [String: HubBridge.Route], _ lane: HubBridge.Route.Lane) -> Reading {
        guard let origin = message.header("Heed-Origin") else { return .rejected(.malformed) }
        let words = origin.split(separator: " ", maxSplits: 1)
        if let first = words.first, first == self.origin { return .own }
        if let name, words.last.map({ $0 == name && words.count == 2 }) == true { return .own }
        guard let version = message.header("Heed-Version").flatMap(Int.init) else { return .rejected(.malformed) }
        guard let route = routes[String(message.subject.dropFirst(stem(lane).count))] else { return .rejected(.unknown) }
        return version <= route.version ? .accepted(route) : .rejected(.newer)
    }

    /// Returns the publisher and the counter of a lasting message.
    func number(of message: borrowing IncomingMessage) -> (publisher: String, counter: UInt64)? {
        guard let parts = message.header("Nats-Msg-Id")?.split(separator: "-"), parts.count == 2, parts[0].utf8.count == 16 else {
            return nil
        }
        return UInt64(parts[1]).map { (String(parts[0]), $0) }
    }
}
