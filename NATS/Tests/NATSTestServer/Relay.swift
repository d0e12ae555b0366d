import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A relay between clients and a server, on a free port of this machine, which a test can make hold back what the server sends.
public final class Relay: Sendable {
    private struct State {
        var connections: [Int32] = []
        /// Whether connections that are accepted from now on get nothing.
        var holdsNewConnections = false
        var held: Set<Int32> = []
        /// The text of requests, and the number that must have come before the first is answered.
        var awaited: (text: String, count: Int)?
        var requestCount = 0
    }

    private let listener: Int32
    private let port: UInt16
    private let state = Mutex(State())
    /// Signalled when what is held back may pass.
    private let passing = NSCondition()

    /// Begins to relay to the server at an address of this machine.
    public init(to server: String) throws {
        (listener, port) = try Loopback.listen()
        let target = server.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 { self?.connect(client, to: target) }
        }
    }

    deinit {
        // Sockets stay open until the process ends, so that no number is another connection's by now.
        for socket in state.withLock({ $0.connections }) + [listener] { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// The address for clients.
    public var address: String { "nats://127.0.0.1:\(port)" }

    /// Holds back what the server sends on connections that are accepted from now on, until ``release()``.
    public func holdNewConnections() { state.withLock { $0.holdsNewConnections = true } }

    /// Answers no request that contains a text until so many have come.
    public func holdRequests(with text: String, until count: Int) { state.withLock { ($0.awaited, $0.requestCount) = ((text, count), 0) } }

    /// Holds nothing back any more.
    public func release() {
        state.withLock { ($0.holdsNewConnections, $0.held, $0.awaited) = (false, [], nil) }
        passing.withLock { passing.broadcast() }
    }

    private func connect(_ client: Int32, to target: UInt16) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Loopback.address(port: target)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) }
            return
        }
        state.withLock { state in
            state.connections += [client, server]
            if state.holdsNewConnections { state.held.insert(server) }
        }
        Thread.detachNewThread { [weak self] in Self.copy(from: client, to: server) { self?.note($0) } }
        Thread.detachNewThread { [weak self] in Self.copy(from: server, to: client) { _ in self?.wait(for: server) } }
    }

    /// Counts the requests in what a client sends.
    private func note(_ bytes: [UInt8]) {
        state.withLock { state in
            guard let awaited = state.awaited else { return }
            // None of the tests' requests is as long as a packet.
            state.requestCount += String(decoding: bytes, as: UTF8.self).ranges(of: awaited.text).count
        }
        passing.withLock { passing.broadcast() }
    }

    private func wait(for server: Int32) {
        passing.withLock {
            while isHeld(server) { passing.wait() }
        }
    }

    private func isHeld(_ server: Int32) -> Bool {
        state.withLock { state in
            state.held.contains(server) || state.awaited.map { (1..<$0.count).contains(state.requestCount) } ?? false
        }
    }

    private static func copy(from source: Int32, to target: Int32, before body: ([UInt8]) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(source, &bytes, bytes.count, 0), count > 0 {
            body(Array(bytes.prefix(count)))
            var rest = bytes.prefix(count)
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { Foundation.send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
        }
        for socket in [source, target] { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}
