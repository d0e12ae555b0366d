internal import CNATS

/// A message of the C library, during the call of a handler.
struct IncomingMessage: ~Copyable {
    private let pointer: OpaquePointer
    private let subscription: OpaquePointer

    init(_ pointer: OpaquePointer, of subscription: OpaquePointer) {
        (self.pointer, self.subscription) = (pointer, subscription)
    }

    /// Whether further messages of the subscription wait.
    var isFollowed: Bool {
        var (messages, bytes): (Int32, Int32) = (0, 0)
        return natsSubscription_GetPending(subscription, &messages, &bytes) == NATS_OK && messages > 0
    }

    /// The subject to which it was published.
    var subject: String { String(cString: natsMsg_GetSubject(pointer)) }

    /// The subject to answer to.
    var replySubject: String? { natsMsg_GetReply(pointer).map { String(cString: $0) } }

    /// Its bytes.
    var payload: [UInt8] {
        Array(UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: Int(natsMsg_GetDataLength(pointer))))
    }

    /// Returns the first value of a header.
    func header(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(pointer, name, &value) == NATS_OK, let value else { return nil }
        return String(cString: value)
    }
}

/// A message to send.
struct OutgoingMessage: Sendable {
    let subject: String
    let payload: [UInt8]
    var replySubject: String?
    var headers: [Header] = []

    struct Header: Sendable {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    init(_ payload: [UInt8], to subject: String, headers: [Header] = []) {
        (self.payload, self.subject, self.headers) = (payload, subject, headers)
    }

    /// The number of bytes that it counts for while it waits, with its subject, its headers, and the protocol's own words.
    var size: Int {
        headers.reduce(payload.count + subject.utf8.count + 16) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }

    /// Writes it into the connection's socket, and waits if that is full.
    func send(on connection: ConnectionHandle) -> natsStatus {
        let count = Int32(clamping: payload.count)
        guard replySubject != nil || !headers.isEmpty else {
            return natsConnection_Publish(connection.pointer, subject, payload, count)
        }
        var message: OpaquePointer?
        let status = payload.withUnsafeBytes { bytes in
            natsMsg_Create(&message, subject, replySubject, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
        }
        guard status == NATS_OK else { return status }
        defer { natsMsg_Destroy(message) }
        for header in headers {
            let status = natsMsgHeader_Set(message, header.name, header.value)
            guard status == NATS_OK else { return status }
        }
        return natsConnection_PublishMsg(connection.pointer, message)
    }
}
