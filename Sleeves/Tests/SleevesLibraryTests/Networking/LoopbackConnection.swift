import Foundation

/// One client's connection to a ``LoopbackServer``, on a thread of its own.
struct LoopbackConnection {
    private let descriptor: Int32
    private let reply: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
    private let arrival: AsyncStream<LoopbackServer.Request>.Continuation
    private static let headEnd = Array("\r\n\r\n".utf8)

    init(
        _ descriptor: Int32,
        reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply,
        arrival: AsyncStream<LoopbackServer.Request>.Continuation
    ) {
        self.descriptor = descriptor
        self.reply = reply
        self.arrival = arrival
    }

    /// Answers one request after another, until the client has gone or the answer is an end.
    func serve() {
        var received: [UInt8] = []
        while true {
            while !received.contains(Self.headEnd) {
                guard let more = receive() else { return }
                received += more
                // TLS, for one.
                guard received[0] == UInt8(ascii: "G") || received[0] == UInt8(ascii: "C") else {
                    _ = send("HTTP/1.1 400 No Sense\r\nContent-Length: 0\r\n\r\n")
                    return
                }
            }
            guard let end = received.firstRange(of: Self.headEnd) else { return }
            let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            received = Array(received[end.upperBound...])
            let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let request = LoopbackServer.Request(path: path, head: head)
            let reply = reply(request)
            arrival.yield(request)
            guard answer(reply) else { return }
        }
    }

    /// - Returns: Whether there may be another request on this connection.
    private func answer(_ reply: LoopbackServer.Reply) -> Bool {
        switch reply {
        case .answer(let status, let body, let headers):
            let lines = ["HTTP/1.1 \(status) Said", "Content-Length: \(body.count)"] + headers
            return send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        case .raw(let text):
            _ = send(text)
            return false
        case .broken(let part, let length, let isReset):
            _ = send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8) + part)
            if isReset { reset() }
            return false
        case .reset:
            reset()
            return false
        case .drip:
            guard send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n") else { return false }
            while send("a") { usleep(5_000) }
            return false
        case .silence:
            waitForEnd()
            return false
        case .stall:
            if send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbeginning") { waitForEnd() }
            return false
        case .endless:
            return answer(.flood("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", String(repeating: "a", count: 16_384)))
        case .flood(let first, let next):
            guard send(first) else { return false }
            let bytes = Array(next.utf8)
            while send(bytes) {}
            return false
        }
    }

    private func receive() -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &part, part.count, 0)
        return count > 0 ? Array(part[..<count]) : nil
    }

    private func waitForEnd() {
        while receive() != nil {}
    }

    private func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Has the connection end as one does whose server has crashed.
    private func reset() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }
}
