import Foundation
import Synchronization

/// A server on 127.0.0.1 with one picture, or one for each path, which it sends once it is allowed to.
///
/// State and its protection: `state` by its lock. The descriptor is closed once, by ``stop()``, which the state remembers.
final class CoverServer: Sendable {
    private struct State {
        var requests: [String] = []
        var times: [ContinuousClock.Instant] = []
        var isStopped = false
    }

    let port: UInt16
    private let listener: Int32
    private let picture: [UInt8]
    private let others: [String: [UInt8]]
    private let statuses: [String: Int]
    private let gate = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Starts a server. Its answers wait for ``release()``.
    ///
    /// - Parameters:
    ///   - others: Other pictures, or other answers, by path; or, for a path with a query, by a part of it, of several by the longest.
    ///   - statuses: What it says instead of giving the picture, by path.
    init(picture: [UInt8], others: [String: [UInt8]] = [:], statuses: [String: Int] = [:]) throws {
        self.picture = picture
        self.others = others
        self.statuses = statuses
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: a sockaddr_in begins as a sockaddr does; `length` says how long it is.
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw NoSocket(reason: String(cString: strerror(errno))) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve() }
    }

    /// The number of requests so far.
    var requestCount: Int { requests.count }
    /// The paths that were asked for.
    var requests: [String] { state.withLock { $0.requests } }
    /// The time of each request.
    var times: [ContinuousClock.Instant] { state.withLock { $0.times } }

    /// Lets the answers go, from now on.
    func release() {
        gate.signal()
    }

    /// Keeps the answers back, from now on, after an earlier ``release()``.
    func hold() {
        gate.wait()
    }

    /// Ends it. Idempotent.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        // Wakes the thread that waits for a connection.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        gate.signal()
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            answer(connection)
            close(connection)
        }
    }

    private func answer(_ connection: Int32) {
        var request: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { return }
            request += part[..<count]
        }
        let path = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init) ?? ""
        state.withLock { state in
            state.requests.append(path)
            state.times.append(.now)
        }
        gate.wait()
        gate.signal()
        let status = statuses[path]
        let body = status == nil ? other(path) ?? picture : []
        let lines = ["HTTP/1.1 \(status ?? 200) Said", "Content-Type: image/jpeg", "Content-Length: \(body.count)", "Connection: close"]
        var rest = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...] + body
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private func other(_ path: String) -> [UInt8]? {
        if let answer = others[path] { return answer }
        guard path.contains("?"), let words = path.removingPercentEncoding else { return nil }
        return others.filter { words.contains($0.key) }.max { $0.key.count < $1.key.count }?.value
    }

    struct NoSocket: Error {
        let reason: String
    }
}
