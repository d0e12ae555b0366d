internal import CNATS

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import Synchronization

/// One connection of the C library, which is closed with its handle.
final class ConnectionHandle: @unchecked Sendable {
    // SAFETY of `@unchecked`: the C library's functions may be called on any thread, and the handle outlives each call.

    let pointer: OpaquePointer
    /// Grows from one connection to the next.
    let number = ConnectionHandle.lastNumber.add(1, ordering: .relaxed).newValue

    private static let lastNumber = Atomic<UInt64>(0)
    private let begin = ContinuousClock.now
    private let watchNumber = Mutex<UInt64?>(nil)
    private let hasSentTooMuch = Atomic(false)

    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        endWatch()
        natsConnection_Destroy(pointer)
        #if canImport(Glibc)
            // Each connection has a thread of its own, for which the allocator would keep what a hostile server made it take.
            if hasSentTooMuch.load(ordering: .acquiring) { malloc_trim(0) }
        #endif
    }

    /// Tries the servers, one after the other. Waits for each.
    static func connect(_ options: NATSOptions) -> Result<ConnectionHandle, ConnectionError> {
        let attempt = SocketWatch.shared.begin(ports: options.ports, timeout: options.handshakeTimeout)
        var pointer: OpaquePointer?
        let status = natsConnection_Connect(&pointer, options.pointer)
        guard status == NATS_OK, let pointer else {
            if SocketWatch.shared.end(attempt) { return .failure(ConnectionError(NATS_TIMEOUT)) }
            let problem = ConnectionError(status)
            // What the library says of a credentials file that it can't use has many forms.
            guard problem.kind == .other, let path = options.credentialsPath else { return .failure(problem) }
            return .failure(ConnectionError(.unauthorized, "Can't use the credentials in \(path). Check that the file is valid."))
        }
        let handle = ConnectionHandle(pointer)
        handle.watch(attempt, limit: options.maximumOpenBytes)
        return .success(handle)
    }

    /// The reason why the library has closed it.
    var problem: ConnectionError {
        if hasSentTooMuch.load(ordering: .acquiring) { return .tooMuchReceived }
        var text: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(pointer, &text)
        // The server closed it, or is gone.
        return ConnectionError(status == NATS_OK || status == NATS_CONNECTION_CLOSED ? NATS_NO_SERVER : status)
    }

    /// Whether the server may be asked again at once: the connection was of use for a while.
    var wasOfUse: Bool {
        !hasSentTooMuch.load(ordering: .acquiring) && ContinuousClock.now - begin > .seconds(1)
    }

    // MARK: The watch

    private func watch(_ attempt: UInt64, limit: Int) {
        var (address, port): (UnsafeMutablePointer<CChar>?, Int32) = (nil, 0)
        let status = natsConnection_GetLocalIPAndPort(pointer, &address, &port)
        free(address)
        guard status == NATS_OK, let localPort = UInt16(exactly: port) else {
            _ = SocketWatch.shared.end(attempt)
            return
        }
        let number = SocketWatch.shared.establish(attempt, self, localPort: localPort, limit: limit)
        watchNumber.withLock { $0 = number }
    }

    /// Ends the watch over the connection, which keeps its socket open.
    func endWatch() {
        let number = watchNumber.withLock { number in
            defer { number = nil }
            return number
        }
        if let number { SocketWatch.shared.release(number) }
    }

    /// The number of messages that were received completely.
    var receivedCount: UInt64? {
        var statistics: OpaquePointer?
        guard natsStatistics_Create(&statistics) == NATS_OK else { return nil }
        defer { natsStatistics_Destroy(statistics) }
        var count: UInt64 = 0
        guard natsConnection_GetStats(pointer, statistics) == NATS_OK,
            natsStatistics_GetCounts(statistics, &count, nil, nil, nil, nil) == NATS_OK
        else { return nil }
        return count
    }

    /// Notes that the server has sent too much without completing a message.
    func noteTooMuch() {
        hasSentTooMuch.store(true, ordering: .releasing)
    }
}
