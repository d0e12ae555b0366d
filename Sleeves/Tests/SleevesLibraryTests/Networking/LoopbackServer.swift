import Foundation
import Synchronization

/// A server on this computer that answers as a test wants it to, well or badly, with a thread for each connection.
///
/// State and its protection: `state` by its lock. A connection's thread closes its descriptor, under the lock; others only shut it down.
final class LoopbackServer: Sendable {
    /// An act of a server that is asked.
    enum Reply: Sendable {
        /// A whole answer, with its right length.
        case answer(Int, [UInt8] = [], headers: [String] = [])
        /// These bytes, then the end of the connection.
        case raw(String)
        /// A part of a body of this length, then the end of the connection: by a reset, or as if all were well.
        case broken(part: [UInt8], of: Int, isReset: Bool)
        /// Nothing but a reset.
        case reset
        /// A whole head, and a body that comes a byte at a time and never ends.
        case drip
        /// Nothing, and the connection stays open.
        case silence
        /// A head that announces a body, a part of it, and then nothing.
        case stall
        /// A body without end and without an announced length.
        case endless
        /// The first text, and then the second again and again without end.
        case flood(String, String)
    }

    /// A client's request.
    struct Request: Sendable {
        /// The path: "/a?b".
        var path: String
        /// The whole head, as it came.
        var head: String
    }

    /// Its address.
    private let host: String
    let port: Int
    /// Every request as it comes in.
    let requests: AsyncStream<Request>
    private struct State {
        var connections: Set<Int32> = []
        var isStopped = false
    }

    private let listener: Int32
    private let reply: @Sendable (Request) -> Reply
    private let arrival: AsyncStream<Request>.Continuation
    private let state = Mutex(State())

    private init(on host: String, _ reply: @escaping @Sendable (Request) -> Reply) throws {
        self.host = host
        self.reply = reply
        (requests, arrival) = AsyncStream.makeStream(of: Request.self)
        let family = host.contains(":") ? AF_INET6 : AF_INET
        listener = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        // Both begin with the family and the port.
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(family)
        var length = socklen_t(family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        // SAFETY: a sockaddr_in6 begins as a sockaddr does and has room for a sockaddr_in; `length` says how much of it counts.
        let isListening = withUnsafeMutableBytes(of: &address) { [listener] bytes in
            inet_pton(family, host, bytes.baseAddress! + (family == AF_INET6 ? 8 : 4))
            let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, address, length) == 0 && listen(listener, 256) == 0 && getsockname(listener, address, &length) == 0
        }
        guard isListening else { throw NoSocket(reason: String(cString: strerror(errno))) }
        port = Int(UInt16(bigEndian: address.sin6_port))
        Thread.detachNewThread { [self] in accept() }
    }

    struct NoSocket: Error {
        let reason: String
    }

    /// Runs a test beside a server that answers by `reply`.
    ///
    /// - Parameter host: Its address.
    static func run<Value>(
        on host: String = "127.0.0.1",
        _ reply: @escaping @Sendable (Request) -> Reply,
        _ body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let server = try LoopbackServer(on: host, reply)
        defer { server.stop() }
        return try await body(server)
    }

    func url(_ path: String) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)" }

    private func stop() {
        state.withLock { state in
            state.isStopped = true
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        // Wakes the thread that waits for a connection.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        defer { close(listener) }
        while case let descriptor = Glibc.accept(listener, nil, nil), descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let isWelcome = state.withLock { state in
                if state.isStopped { return false }
                state.connections.insert(descriptor)
                return true
            }
            guard isWelcome else {
                close(descriptor)
                continue
            }
            Thread.detachNewThread { [self] in
                LoopbackConnection(descriptor, reply: reply, arrival: arrival).serve()
                state.withLock { state in
                    state.connections.remove(descriptor)
                    close(descriptor)
                }
            }
        }
    }
}
