internal import CNATS
internal import Dispatch

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
    private let subscriptions = Mutex(Subscriptions())

    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        endWatch()
        natsConnection_Destroy(pointer)
        // The library's thread, which uses them, has ended, unless the library is closing the connection itself at this very moment.
        subscriptions.withLock { subscriptions in
            for subscription in subscriptions.current.union(subscriptions.ended) { natsSubscription_Destroy(subscription) }
        }
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

    // MARK: Subscriptions

    /// The subscriptions that aren't destroyed yet.
    ///
    /// Before its version 3.6, the C library's thread that receives messages doesn't retain the subscription for which it handles one. So an
    /// ended subscription is kept until that thread has handled something that came later, or has ended.
    private struct Subscriptions: @unchecked Sendable {
        // SAFETY: the C library's functions may be called on any thread. Each is in one of both sets, and destroyed when it leaves `ended`.
        var current: Set<OpaquePointer> = []
        var ended: Set<OpaquePointer> = []
        /// Whether `ended` is being emptied.
        var isCleaning = false
        /// Whether the connection is about to end, and with it what has ended.
        var isClosing = false
    }

    /// Subscribes. The subscription can be used while the connection exists, until ``end(_:)``.
    ///
    /// - Parameter subscribe: A call that makes the subscription.
    func subscribe(_ subscribe: (inout OpaquePointer?) -> natsStatus) throws(ConnectionError) -> OpaquePointer {
        var subscription: OpaquePointer?
        try check(subscribe(&subscription))
        // The library allocates it, or has failed.
        subscriptions.withLock { _ = $0.current.insert(subscription!) }
        return subscription!
    }

    /// Unsubscribes.
    func end(_ subscription: OpaquePointer) {
        natsSubscription_Unsubscribe(subscription)
        let cleans = subscriptions.withLock { subscriptions in
            subscriptions.current.remove(subscription)
            subscriptions.ended.insert(subscription)
            guard !subscriptions.isCleaning, !subscriptions.isClosing else { return false }
            subscriptions.isCleaning = true
            return true
        }
        if cleans { DispatchQueue(label: "heed.nats.ended").async { [self] in destroyEnded() } }
    }

    /// Leaves subscriptions that end to the end of the connection, which comes soon.
    func noteClosing() {
        subscriptions.withLock { $0.isClosing = true }
    }

    /// The number of subscriptions that have ended and aren't destroyed yet.
    var endedCount: Int { subscriptions.withLock { $0.ended.count } }

    /// Destroys the subscriptions that have ended, if the server answers.
    private func destroyEnded() {
        while let ended = nextEnded() {
            let hasAnswered = asksServer()
            subscriptions.withLock { subscriptions in
                if hasAnswered { subscriptions.ended.subtract(ended) } else { subscriptions.isCleaning = false }
            }
            // Otherwise the next one that ends tries again, or the connection is lost.
            guard hasAnswered else { return }
            for subscription in ended { natsSubscription_Destroy(subscription) }
        }
    }

    /// Asks the server something, and waits for the answer: it comes after all that the library's thread may be handling now.
    ///
    /// - Returns: Whether there was one.
    private func asksServer() -> Bool {
        // A question that can't be sent is a success too. But then this thread's last error is another one than that of an invalid timeout.
        natsConnection_FlushTimeout(pointer, 0)
        guard natsConnection_FlushTimeout(pointer, 5_000) == NATS_OK else { return false }
        var last = NATS_OK
        _ = nats_GetLastError(&last)
        return last == NATS_INVALID_TIMEOUT
    }

    private func nextEnded() -> Set<OpaquePointer>? {
        subscriptions.withLock { subscriptions in
            subscriptions.isCleaning = !subscriptions.ended.isEmpty
            return subscriptions.isCleaning ? subscriptions.ended : nil
        }
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
