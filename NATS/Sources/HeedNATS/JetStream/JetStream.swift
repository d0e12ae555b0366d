internal import CNATS

/// The storage of a server, by way of one connection. All calls wait for the server, up to five seconds.
final class JetStream {
    private let context: OpaquePointer

    init(_ connection: ConnectionHandle) throws(ConnectionError) {
        var context: OpaquePointer?
        try check(natsConnection_JetStream(&context, connection.pointer, nil))
        // The library allocates it, or has failed.
        self.context = context!
    }

    deinit {
        jsCtx_Destroy(context)
    }

    /// What is known of a stream.
    struct Stream {
        /// When it was created, in nanoseconds: another stream of the same name was created at another time.
        let created: Int64
        let lastSequence: UInt64
    }

    /// Returns a stream, if it exists.
    func stream(_ name: String) throws(ConnectionError) -> Stream? {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        let status = js_GetStreamInfo(&info, context, name, nil, nil)
        defer { jsStreamInfo_Destroy(info) }
        guard status != NATS_NOT_FOUND else { return nil }
        guard status == NATS_OK, let info else { throw Self.error(status) }
        return Stream(created: info.pointee.Created, lastSequence: info.pointee.State.LastSeq)
    }

    /// Creates a stream. Another client may do so at the same time.
    func createStream(_ name: String, subjects: String, _ options: BridgeOptions) throws(ConnectionError) {
        let status = withCStrings(name, subjects) { name, subjects in
            var configuration = jsStreamConfig()
            jsStreamConfig_Init(&configuration)
            configuration.Name = name
            configuration.MaxAge = options.maximumAge.nanoseconds
            configuration.MaxBytes = Int64(options.maximumBytes)
            configuration.Duplicates = min(options.maximumAge.nanoseconds, 120_000_000_000)
            var subjects: UnsafePointer<CChar>? = subjects
            return withUnsafeMutablePointer(to: &subjects) { subjects in
                configuration.Subjects = subjects
                configuration.SubjectsLen = 1
                return js_AddStream(nil, context, &configuration, nil, nil)
            }
        }
        // With other options, it may exist by now.
        if status != NATS_OK, try stream(name) == nil { throw Self.error(status) }
    }

    /// Returns the consumers of a stream, and the last sequence that each doesn't need any more.
    func consumers(of stream: String) throws(ConnectionError) -> [(name: String, acknowledged: UInt64)] {
        var list: UnsafeMutablePointer<jsConsumerInfoList>?
        let status = js_Consumers(&list, context, stream, nil, nil)
        defer { jsConsumerInfoList_Destroy(list) }
        guard status != NATS_NOT_FOUND else { return [] }
        guard status == NATS_OK, let list else { throw Self.error(status) }
        return (0..<Int(list.pointee.Count)).compactMap { place in
            list.pointee.List[place].map { consumer in
                // A consumer that has acknowledged nothing is at its start.
                let start = consumer.pointee.Config?.pointee.OptStartSeq ?? 0
                return (String(cString: consumer.pointee.Name), max(consumer.pointee.AckFloor.Stream, max(start, 1) - 1))
            }
        }
    }

    /// Creates a consumer.
    ///
    /// - Parameters:
    ///   - name: Its name; `nil` for a consumer that the server removes when nobody listens to it for a minute.
    ///   - subject: Where it sends messages to, and every five seconds a heartbeat.
    ///   - sequence: The sequence to start from.
    ///   - limit: How many messages may be unacknowledged.
    func addConsumer(_ name: String?, of stream: String, to subject: String, from sequence: UInt64, limit: Int) throws(ConnectionError) {
        let status = withCStrings(name ?? "", subject) { durable, subject in
            var configuration = jsConsumerConfig()
            jsConsumerConfig_Init(&configuration)
            if name != nil {
                configuration.Durable = durable
            } else {
                configuration.InactiveThreshold = 60_000_000_000
            }
            configuration.DeliverSubject = subject
            configuration.DeliverPolicy = js_DeliverByStartSequence
            configuration.OptStartSeq = max(sequence, 1)
            // One acknowledgement for all messages up to one.
            configuration.AckPolicy = js_AckAll
            // Sending again out of order is of no use: what was sent over a lost connection is sent again by a new consumer.
            configuration.AckWait = 3_600_000_000_000
            configuration.MaxAckPending = Int64(limit)
            configuration.Heartbeat = 5_000_000_000
            return js_AddConsumer(nil, context, stream, &configuration, nil, nil)
        }
        guard status == NATS_OK else { throw Self.error(status) }
    }

    /// Deletes a consumer, if it exists.
    func deleteConsumer(_ name: String, of stream: String) throws(ConnectionError) {
        let status = js_DeleteConsumer(context, stream, name, nil, nil)
        guard status == NATS_OK || status == NATS_NOT_FOUND else { throw Self.error(status) }
    }

    /// Returns the sequence of a message in its stream, from the subject to which it is acknowledged:
    /// `$JS.ACK.<stream>.<consumer>.<delivered>.<sequence>.…`, or with a domain and an account in front of the stream.
    static func sequence(in token: String) -> UInt64? {
        let words = token.split(separator: ".")
        guard words.count >= 9, words[0] == "$JS", words[1] == "ACK" else { return nil }
        return UInt64(words[words.count == 9 ? 5 : 7])
    }

    private static func error(_ status: natsStatus) -> ConnectionError {
        switch status {
        case NATS_NO_RESPONDERS:
            ConnectionError(.notStored, "The server doesn't store messages. Turn on JetStream in its configuration.")
        case NATS_ERR:
            ConnectionError(.notStored, "The server can't store messages: \(nats_GetLastError(nil).map { String(cString: $0) } ?? "").")
        default: ConnectionError(status)
        }
    }
}

/// Calls a closure with copies of two strings, which end with it.
private func withCStrings<Result>(
    _ first: String,
    _ second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
) -> Result {
    first.withCString { first in second.withCString { second in body(first, second) } }
}

extension Duration {
    /// The duration in nanoseconds, at most three hundred years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
