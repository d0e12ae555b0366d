internal import CNATS

/// The storage of a server, through one connection. All calls wait for the server, up to five seconds.
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

    /// The known facts about a stream.
    struct Stream {
        /// The time of its creation, in nanoseconds: another stream of the same name was created at another time.
        let created: Int64
        let lastSequence: UInt64
        /// Whether it has limits by which it discards messages.
        let discardsMessages: Bool
    }

    /// Returns a stream, if it exists.
    func stream(_ name: String) throws(ConnectionError) -> Stream? {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        let status = js_GetStreamInfo(&info, context, name, nil, nil)
        defer { jsStreamInfo_Destroy(info) }
        guard status != NATS_NOT_FOUND else { return nil }
        guard status == NATS_OK, let info else { throw Self.error(status) }
        var discards = false
        if let configuration = info.pointee.Config?.pointee {
            let isLimited = configuration.MaxMsgs > 0 || configuration.MaxBytes > 0
            discards = configuration.MaxAge > 0 || isLimited && configuration.Discard == js_DiscardOld
        }
        return Stream(created: info.pointee.Created, lastSequence: info.pointee.State.LastSeq, discardsMessages: discards)
    }

    /// Creates a stream. Another client may do so at the same time.
    func createStream(_ name: String, subjects: String, _ options: BridgeOptions) throws(ConnectionError) {
        try createStream(name, subjects: subjects) { configuration in
            configuration.MaxAge = options.maximumAge.nanoseconds
            configuration.MaxBytes = Int64(options.maximumBytes)
            configuration.Duplicates = min(options.maximumAge.nanoseconds, 120_000_000_000)
        }
    }

    /// Creates the stream of a key-value bucket, with the settings that NATS' own clients give it.
    func createBucket(_ name: String, subjects: String, maximumBytes: Int?) throws(ConnectionError) {
        try createStream(name, subjects: subjects) { configuration in
            configuration.MaxMsgsPerSubject = 1
            configuration.MaxBytes = Int64(maximumBytes ?? -1)
            configuration.Discard = js_DiscardNew
            configuration.AllowRollup = true
            configuration.DenyDelete = true
        }
    }

    private func createStream(_ name: String, subjects: String, _ configure: (inout jsStreamConfig) -> Void) throws(ConnectionError) {
        let status = withCStrings(name, subjects) { name, subjects in
            var configuration = jsStreamConfig()
            jsStreamConfig_Init(&configuration)
            configuration.Name = name
            configure(&configuration)
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

    /// Returns the last value of a subject of a bucket, if there is one.
    func lastValue(of subject: String, in stream: String) throws(ConnectionError) -> (bytes: [UInt8], sequence: UInt64, time: Int64)? {
        var message: OpaquePointer?
        // Both a missing stream and a missing message are NATS_NOT_FOUND.
        var reason = jsErrCode(0)
        let status = js_GetLastMsg(&message, context, stream, subject, nil, &reason)
        if status == NATS_NOT_FOUND, reason == JSNoMessageFoundErr { return nil }
        guard status == NATS_OK, let message else { throw Self.error(status) }
        defer { natsMsg_Destroy(message) }
        var operation: UnsafePointer<CChar>?
        let isDeleted = natsMsgHeader_Get(message, Self.deletion, &operation) == NATS_OK
        let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
        return (isDeleted ? [] : Array(bytes), natsMsg_GetSequence(message), natsMsg_GetTime(message))
    }

    /// The header of a message that deletes the value of its subject.
    static let deletion = "KV-Operation"

    /// A message without its payload.
    struct Head {
        let subject: String
        let sequence: UInt64
        /// The time at which it was stored, in nanoseconds since 1970.
        let time: Int64
        /// The size of its payload, in bytes; 0 if it deletes a value.
        let size: Int
    }

    /// The largest list of messages, in bytes.
    private static let listLimit = 128 << 20

    /// Lists all messages of some subjects, in order, without their payloads.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - filter: The subjects.
    ///   - inbox: A subject of its own, to which the server sends the list.
    ///   - connection: The connection.
    func heads(of stream: String, filter: String, to inbox: String, on connection: ConnectionHandle) throws(ConnectionError) -> [Head] {
        let subscription = try connection.subscribe { natsConnection_SubscribeSync(&$0, connection.pointer, inbox) }
        defer { connection.end(subscription) }
        natsSubscription_SetPendingLimits(subscription, Receiver.pendingMessages, Receiver.pendingBytes)
        let pending = try addConsumer(nil, of: stream, to: inbox, from: 1, limit: 0, filter: filter, isOfHeads: true)
        var heads: [Head] = []
        var delivery: UInt64 = 0
        var left = pending
        var bytes = 0
        while left > 0 {
            var pointer: OpaquePointer?
            try check(natsSubscription_NextMsg(&pointer, subscription, 5_000))
            // A successful call has set it.
            let message = IncomingMessage(pointer!, of: subscription)
            defer { natsMsg_Destroy(pointer) }
            guard let place = message.replySubject.flatMap(Place.init) else { continue }
            delivery += 1
            // One was lost on the way: the next attempt lists them all.
            guard place.delivery == delivery else { throw ConnectionError(NATS_TIMEOUT) }
            left = place.pending
            bytes += message.subject.utf8.count + 128
            guard bytes <= Self.listLimit else {
                throw ConnectionError(.tooMuchReceived, "The server lists more keys than fit into memory. Use several buckets.")
            }
            let size = message.header(Self.deletion) == nil ? message.header("Nats-Msg-Size").flatMap { Int($0) } ?? 0 : 0
            heads.append(Head(subject: message.subject, sequence: place.sequence, time: place.time, size: size))
        }
        return heads
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
    ///   - subject: Where it sends messages to, and heartbeats.
    ///   - sequence: The sequence to start from.
    ///   - limit: How many messages may be unacknowledged.
    ///   - filter: The subjects of the messages; `nil` for all.
    ///   - heartbeat: How often it sends a heartbeat while there are no messages.
    ///   - isOfHeads: Whether it sends messages without their payloads, and expects no acknowledgements.
    /// - Returns: How many messages it has to send, with those that it has just sent.
    @discardableResult
    func addConsumer(
        _ name: String?, of stream: String, to subject: String, from sequence: UInt64, limit: Int, filter: String? = nil,
        heartbeat: Duration = .seconds(5), isOfHeads: Bool = false
    ) throws(ConnectionError) -> UInt64 {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        defer { jsConsumerInfo_Destroy(info) }
        let status = withCStrings(name ?? "", subject) { durable, subject in
            withCStrings(filter ?? "", stream) { filter, stream in
                var configuration = jsConsumerConfig()
                jsConsumerConfig_Init(&configuration)
                if name != nil {
                    configuration.Durable = durable
                } else {
                    configuration.InactiveThreshold = 60_000_000_000
                }
                if filter.pointee != 0 { configuration.FilterSubject = filter }
                configuration.DeliverSubject = subject
                configuration.DeliverPolicy = js_DeliverByStartSequence
                configuration.OptStartSeq = max(sequence, 1)
                configuration.HeadersOnly = isOfHeads
                // One acknowledgement for all messages up to one.
                configuration.AckPolicy = isOfHeads ? js_AckNone : js_AckAll
                // Sending again out of order is of no use: what was sent over a lost connection is sent again by a new consumer.
                if !isOfHeads {
                    configuration.AckWait = 3_600_000_000_000
                    configuration.MaxAckPending = Int64(limit)
                }
                configuration.Heartbeat = heartbeat.nanoseconds
                return js_AddConsumer(&info, context, stream, &configuration, nil, nil)
            }
        }
        guard status == NATS_OK, let info else { throw Self.error(status) }
        return info.pointee.NumPending + info.pointee.Delivered.Consumer
    }

    /// Deletes a consumer, if it exists.
    func deleteConsumer(_ name: String, of stream: String) throws(ConnectionError) {
        let status = js_DeleteConsumer(context, stream, name, nil, nil)
        guard status == NATS_OK || status == NATS_NOT_FOUND else { throw Self.error(status) }
    }

    /// The place of a message in its stream, which the subject to which it is acknowledged names:
    /// `$JS.ACK.<stream>.<consumer>.<attempts>.<sequence>.<delivery>.<time>.<pending>`, or with a domain and an account in front of the
    /// stream, and a random word at the end.
    struct Place {
        /// The sequence in the stream.
        let sequence: UInt64
        /// The number of messages that the consumer has sent, with this one.
        let delivery: UInt64
        /// The time at which it was stored, in nanoseconds since 1970.
        let time: Int64
        /// The number of messages that follow at the moment.
        let pending: UInt64

        init?(_ token: String) {
            let words = token.split(separator: ".")
            guard words.count >= 9, words[0] == "$JS", words[1] == "ACK" else { return nil }
            let first = words.count == 9 ? 5 : 7
            guard words.count > first + 3, let sequence = UInt64(words[first]), let delivery = UInt64(words[first + 1]),
                let time = Int64(words[first + 2]), let pending = UInt64(words[first + 3])
            else { return nil }
            (self.sequence, self.delivery, self.time, self.pending) = (sequence, delivery, time, pending)
        }
    }

    private static func error(_ status: natsStatus) -> ConnectionError {
        switch status {
        case NATS_NOT_FOUND:
            ConnectionError(.notStored, "The stream doesn't exist on the server. It is created again.")
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
