internal import Dispatch
internal import Glibc

/// A browser's connection, served on the calling thread.
struct BroadwayConnection {
    private let browser: Int32

    /// - Parameter browser: the connection's descriptor, which is closed after serving.
    init(_ browser: Int32) {
        self.browser = browser
    }

    /// Reads a request and, if it is allowed, forwards it and the data after it.
    func serve(for gate: BroadwayGate) {
        defer { close(browser) }
        var noDelay: Int32 = 1
        setsockopt(browser, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
        do {
            let (head, rest) = try gate.whileWaiting(browser) { () throws(BroadwayRequest.Refusal) in try readHead() }
            let request = try BroadwayRequest(head, token: gate.token, host: gate.host)
            if request.target == .tab { return answer("200 OK", gate.isShown ? "taken" : "free") }
            guard let server = UnixSocket.connection(to: gate.socketPath) else { return answer("502 Bad Gateway") }
            defer { close(server) }
            switch request.target {
            case .socket: gate.whileShown { if Self.write(request.head.utf8, to: server) { relaySocket(server, rest, for: gate) } }
            case .page: if Self.write(request.head.utf8, to: server) { relayPage(server, gate.page) }
            case .script, .tab: if Self.write(request.head.utf8, to: server) { relayAnswer(server) }
            }
        } catch {
            answer(error.status)
        }
    }

    /// Reads the request's head and any data after it, within the time limit.
    private func readHead() throws(BroadwayRequest.Refusal) -> (head: String, rest: ArraySlice<UInt8>) {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 2_048)
        let deadline = Self.now + BroadwayGate.patience * 1_000
        while bytes.count <= BroadwayRequest.largestHead {
            var waiting = pollfd(fd: browser, events: Int16(POLLIN), revents: 0)
            let left = deadline - Self.now
            guard left > 0, poll(&waiting, 1, Int32(left)) > 0 else { throw .malformed }
            let count = recv(browser, &part, part.count, 0)
            guard count > 0 else { throw .malformed }
            // The end of the head may span two reads.
            let start = max(0, bytes.count - 3)
            bytes += part[..<count]
            if let end = Self.endOfHead(in: bytes, from: start) {
                return (String(decoding: bytes[..<end], as: UTF8.self), bytes[(end + 4)...])
            }
        }
        throw .malformed
    }

    private static func endOfHead(in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= start + 4 else { return nil }
        return (start...(bytes.count - 4)).first { bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10 }
    }

    private func answer(_ status: String, _ body: String = "") {
        let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Cache-Control: no-store", "Connection: close"]
        guard Self.write((head + ["", body]).joined(separator: "\r\n").utf8, to: browser) else { return }
        // Closing with unread data would discard the answer.
        shutdown(browser, Int32(SHUT_WR))
        var part = [UInt8](repeating: 0, count: 2_048)
        var waiting = pollfd(fd: browser, events: Int16(POLLIN), revents: 0)
        for _ in 0..<8 {
            guard poll(&waiting, 1, 200) > 0, recv(browser, &part, part.count, Int32(MSG_DONTWAIT)) > 0 else { return }
        }
    }

    /// Forwards the page with its changes.
    private func relayPage(_ server: Int32, _ page: BroadwayPage) {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while bytes.count < 1 << 20, case let count = recv(server, &part, part.count, 0), count > 0 { bytes += part[..<count] }
        _ = Self.write(Self.guarded(Array(page.adapted(String(decoding: bytes, as: UTF8.self)).utf8)[...]), to: browser)
    }

    /// Forwards the page's script.
    private func relayAnswer(_ server: Int32) {
        var part = [UInt8](repeating: 0, count: 16_384)
        var isBegun = false
        while case let count = recv(server, &part, part.count, 0), count > 0 {
            guard Self.write(isBegun ? part[..<count] : Self.guarded(part[..<count]), to: browser) else { return }
            isBegun = true
        }
    }

    /// Adds headers to the beginning of an answer: other pages may neither embed nor cache it, and its address isn't sent as a referrer.
    private static func guarded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let line = bytes.firstIndex(of: 10) else { return bytes }
        let headers = "X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n"
        return bytes[...line] + Array(headers.utf8) + bytes[(line + 1)...]
    }

    /// Forwards the picture to the browser, and the browser's events to the server, until one of them ends.
    private func relaySocket(_ server: Int32, _ rest: ArraySlice<UInt8>, for gate: BroadwayGate) {
        // Each socket carries both directions. When one direction ends, both connections end.
        let (browser, done) = (browser, DispatchSemaphore(value: 0))
        let isStarted = DetachedThread.start {
            var part = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(server, &part, part.count, 0), count > 0, Self.write(part[..<count], to: browser) {}
            shutdown(browser, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
            done.signal()
        }
        guard isStarted else { return }
        relayInput(server, rest, for: gate)
        shutdown(server, Int32(SHUT_RDWR))
        shutdown(browser, Int32(SHUT_RDWR))
        // The caller closes the descriptors, and the system reuses their numbers. Wait until the other thread has finished with them.
        done.wait()
    }

    private func relayInput(_ server: Int32, _ rest: ArraySlice<UInt8>, for gate: BroadwayGate) {
        var input = BroadwayInput()
        var part = [UInt8](repeating: 0, count: 4_096)
        var bytes = rest
        while true {
            guard let passed = try? input.pass(bytes) else { return }
            let delay = gate.delay(of: passed.count, at: Self.now)
            if delay > 0 { usleep(UInt32(delay) * 1_000) }
            guard Self.write(passed, to: server), !input.isClosed else { return }
            let count = recv(browser, &part, part.count, 0)
            guard count > 0 else { return }
            bytes = part[..<count]
        }
    }

    private static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The time in milliseconds, from an arbitrary start.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
