import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server that misbehaves in one way with each client, on a free port of this machine.
public final class HostileServer: Sendable {
    /// The ways to misbehave.
    public enum Behavior: String, Sendable, CaseIterable {
        /// Accepts connections and says nothing.
        case silence
        /// Greets, and says nothing more.
        case greeting
        /// Demands TLS, and then says nothing.
        case silentEncryption
        /// Sends a greeting without an end.
        case endlessGreeting
        /// After the handshake, announces a message of a hundred gigabytes, and sends as much of it as it can.
        case endlessMessage
        /// The same with a size that fits into the protocol.
        case largeMessage
        /// After the handshake, sends a line without an end.
        case endlessLine
        /// After the handshake, sends errors that end no connection, without an end.
        case endlessErrors
        /// After the handshake, sends a message without an end, and reads nothing.
        case deafEndlessMessage
        /// After the handshake, sends small messages without an end.
        case flood
        /// The same for each of the first subscriptions, also once they have ended.
        case floodOfAll
        /// Ends each connection after the handshake.
        case farewell
    }

    private struct State {
        var connections: [Int32] = []
        var connectionCount = 0
        var mostSent = 0
        var isClosed = false
    }

    /// The way in which it misbehaves.
    public let behavior: Behavior
    private let listener: Int32
    private let port: UInt16
    private let state = Mutex(State())

    /// Starts a server.
    public init(_ behavior: Behavior) throws {
        self.behavior = behavior
        (listener, port) = try Loopback.listen()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self, self.begin(connection) else {
                    if connection >= 0 { _ = HostileServer.endOf(connection) }
                    break
                }
                Thread.detachNewThread { [weak self] in self?.serve(connection) }
            }
            _ = HostileServer.endOf(listener)
        }
    }

    deinit {
        close()
    }

    /// Ends all connections, and accepts no more.
    public func close() {
        state.withLock { state in
            // Only once: by then, another server may have got the listener's number.
            guard !state.isClosed else { return }
            state.isClosed = true
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    /// The address for clients.
    public var address: String { "nats://127.0.0.1:\(port)" }

    /// The number of connections that were accepted.
    public var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// The largest number of bytes that a connection took before it ended.
    public var mostSent: Int { state.withLock { $0.mostSent } }

    private func begin(_ connection: Int32) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.connections.append(connection)
            state.connectionCount += 1
            return true
        }
    }

    private func serve(_ connection: Int32) {
        misbehave(connection)
        state.withLock { state in
            state.connections.removeAll { $0 == connection }
            // Under the lock, so that the number isn't another connection's when all are ended.
            _ = Self.endOf(connection)
        }
    }

    private static func endOf(_ connection: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.close(connection)
        #else
            Darwin.close(connection)
        #endif
    }

    private func misbehave(_ connection: Int32) {
        let information = #"INFO {"server_id":"x","version":"2.10.0","proto":1,"max_payload":67108864,"headers":true"#
        let filler = String(repeating: "a", count: 1 << 16)
        switch behavior {
        case .silence:
            read(connection) { _ in false }
        case .greeting:
            send(information + "}\r\n", on: connection)
            read(connection) { _ in false }
        case .silentEncryption:
            send(information + #","tls_required":true}"# + "\r\n", on: connection)
            read(connection) { _ in false }
        case .endlessGreeting:
            if send(information + #","cluster":""#, on: connection) { sendForever(filler, on: connection) }
        case .endlessMessage, .largeMessage, .endlessLine, .endlessErrors, .deafEndlessMessage, .flood, .floodOfAll, .farewell:
            send(information + "}\r\n", on: connection)
            guard read(connection, until: { $0.contains("PING\r\n") }), send("PONG\r\n", on: connection) else { return }
            if behavior == .farewell { return }
            guard read(connection, until: { $0.contains("SUB ") }) else { return }
            if behavior != .deafEndlessMessage {
                Thread.detachNewThread { [weak self] in self?.read(connection) { _ in false } }
            }
            switch behavior {
            case .endlessMessage: send("MSG a 1 99999999999\r\n", on: connection)
            case .largeMessage, .deafEndlessMessage: send("MSG a 1 2000000000\r\n", on: connection)
            case .endlessLine: send("MSG a", on: connection)
            default: break
            }
            switch behavior {
            case .endlessErrors:
                sendForever(
                    String(repeating: "-ERR 'Permissions Violation for Publish to \"b\"'\r\nPONG\r\n", count: 1_000), on: connection)
            case .flood: sendForever(String(repeating: "MSG a 1 2\r\nhi\r\n", count: 4_000), on: connection)
            case .floodOfAll: sendForever((1...1_000).map { "MSG a \($0) 2\r\nhi\r\n" }.joined(), on: connection)
            default: sendForever(filler, on: connection)
            }
        }
    }

    /// Reads until a condition holds for the text so far.
    ///
    /// - Returns: Whether it came to hold before the end.
    @discardableResult
    private func read(_ connection: Int32, until isEnough: (String) -> Bool) -> Bool {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        while !isEnough(text) {
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return false }
            if text.utf8.count < 1 << 20 { text += String(decoding: bytes.prefix(count), as: UTF8.self) }
        }
        return true
    }

    private func sendForever(_ text: String, on connection: Int32) {
        let bytes = Array(text.utf8)
        var sent = 0
        while send(bytes, on: connection) {
            sent += bytes.count
            state.withLock { [sent] in $0.mostSent = max($0.mostSent, sent) }
        }
    }

    @discardableResult
    private func send(_ text: String, on connection: Int32) -> Bool { send(Array(text.utf8), on: connection) }

    private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
