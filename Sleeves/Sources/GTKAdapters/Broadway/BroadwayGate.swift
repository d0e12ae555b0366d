internal import Glibc
internal import Synchronization

/// A gate between browsers and the Broadway server, which itself accepts every connection. The gate requires the token of this run, checks
/// the host and the origin, and forwards only known events.
///
/// It listens on 127.0.0.1 and connects to the server at a socket in a folder that only this user can open. Each connection has its own
/// thread. There are at most ``mostConnections``. A connection without a request is closed after ``patience`` seconds, or when another one needs
/// its place.
///
/// Shared state: `state`, protected by its lock. The accepting thread owns the listening descriptor and closes it.
final class BroadwayGate: Sendable {
    static let mostConnections = 32
    static let patience = 10

    private struct State {
        var isOpen = false
        var isStopped = false
        var connections = 0
        /// The connections that have sent no request yet, the oldest first.
        var waiting: [Int32] = []
        /// The number of tabs that show the window: at most one, but for a moment.
        var tabs = 0
        /// The pace of all connections together.
        var pace = BroadwayPace()
    }

    /// The port on 127.0.0.1.
    let port: UInt16
    /// The first part of every address: 128 random bits.
    let token: String
    let page: BroadwayPage
    let socketPath: String
    /// The host and port in the address.
    var host: String { "127.0.0.1:\(port)" }
    /// Whether a tab shows the window.
    var isShown: Bool { state.withLock { $0.tabs > 0 } }

    private let listener: Int32
    private let state = Mutex(State())

    /// Binds a port. The gate answers only after ``open()``.
    ///
    /// - Parameters:
    ///   - port: the port on 127.0.0.1. 0: any free port.
    ///   - socketPath: the path that the server listens at, now or later.
    ///   - page: the page that shows the window.
    /// - Returns: nil if the port is in use.
    init?(port: UInt16, socketPath: String, page: BroadwayPage) {
        guard let (listener, port) = TCPSocket.listenOnLoopback(port) else { return nil }
        (self.listener, self.port, self.socketPath, self.page) = (listener, port, socketPath, page)
        var random = SystemRandomNumberGenerator()
        token = (0..<4).map { _ in
            let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Starts answering.
    ///
    /// - Returns: false if the system can't create a thread.
    func open() -> Bool {
        state.withLock { $0.isOpen = true }
        return DetachedThread.start { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
                if connection < 0, errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
                    // Other connections must end first.
                    usleep(100_000)
                    continue
                }
                guard connection >= 0 else { break }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                serve(connection)
            }
            close(listener)
        }
    }

    /// Returns the time until events may be forwarded, in milliseconds.
    func delay(of bytes: Int, at now: Int) -> Int {
        state.withLock { $0.pace.delay(of: bytes, at: now) }
    }

    /// Stops accepting connections. Open connections end with the server. Idempotent.
    func stop() {
        let (isFirst, isOpen) = state.withLock { state in
            defer { state.isStopped = true }
            return (!state.isStopped, state.isOpen)
        }
        guard isFirst else { return }
        // Wakes the thread, which closes it.
        shutdown(listener, Int32(SHUT_RDWR))
        if !isOpen { close(listener) }
    }

    /// Calls `body` for a tab that shows the window until `body` returns.
    func whileShown(_ body: () -> Void) {
        state.withLock { $0.tabs += 1 }
        body()
        state.withLock { $0.tabs -= 1 }
    }

    /// Calls `body` to read the request of a connection, which loses its place meanwhile if others need it.
    func whileWaiting<Value>(_ connection: Int32, _ body: () throws(BroadwayRequest.Refusal) -> Value) throws(BroadwayRequest.Refusal)
        -> Value
    {
        defer { state.withLock { $0.waiting.removeAll { $0 == connection } } }
        return try body()
    }

    private func serve(_ connection: Int32) {
        let mayCome = state.withLock { state in
            guard !state.isStopped, state.connections < 2 * Self.mostConnections else { return false }
            if state.connections >= Self.mostConnections {
                guard !state.waiting.isEmpty else { return false }
                // Its thread ends then.
                shutdown(state.waiting.removeFirst(), Int32(SHUT_RDWR))
            }
            state.connections += 1
            state.waiting.append(connection)
            return true
        }
        guard mayCome else {
            close(connection)
            return
        }
        let isStarted = DetachedThread.start { [self] in
            BroadwayConnection(connection).serve(for: self)
            state.withLock { $0.connections -= 1 }
        }
        guard !isStarted else { return }
        state.withLock { state in
            state.connections -= 1
            state.waiting.removeAll { $0 == connection }
        }
        close(connection)
    }
}
