#if canImport(Glibc)
    internal import CNATS
    internal import Dispatch
    internal import Glibc
    internal import Synchronization

    /// A watch over the sockets of the C library, which has neither a deadline for a TLS handshake nor a limit for a message or a line.
    ///
    /// While a connection is being made, the watch looks for its socket, and ends a handshake that takes too long. Afterwards, each arrival of
    /// bytes wakes it, at most a thousand times a second, and ``MessageBound`` decides. It sleeps while nothing arrives.
    ///
    /// Two attempts at the same port at the same time can't be told apart. Each socket has its own deadline, so that makes no difference.
    ///
    /// State and its protection: `state`, by its lock. The descriptors are constant and never closed.
    final class SocketWatch: Sendable {
        static let shared = SocketWatch()

        private let events: Int32
        private let alarm: Int32
        private let state = Mutex(State())

        private struct State {
            var lastID: UInt64 = 0
            var attempts: [UInt64: Attempt] = [:]
            /// The sockets of attempts, by their cookies.
            var handshakes: [UInt64: Handshake] = [:]
            var connections: [UInt64: Watched] = [:]

            mutating func nextID() -> UInt64 {
                lastID += 1
                return lastID
            }

            func isKnown(_ cookie: UInt64, to attempt: UInt64) -> Bool {
                handshakes[cookie] != nil || attempts[attempt]?.others.contains(cookie) != false
                    || connections.values.contains { $0.socket.cookie == cookie }
            }
        }

        private struct Attempt {
            let ports: Set<UInt16>
            let timeout: Duration
            /// The sockets that aren't of this attempt, or were ended.
            var others: Set<UInt64>
            var hasEndedOne = false
        }

        private struct Handshake {
            let socket: ServerSocket
            let attempt: UInt64
            let deadline: ContinuousClock.Instant
        }

        private struct Watched {
            let socket: ServerSocket
            var bound: MessageBound
            let connection: WeakHandle
            /// The end of a pause, if the messages aren't counted by then.
            var deadline: ContinuousClock.Instant?
            /// Counts messages, and may wait for a server that doesn't read.
            let counting = DispatchQueue(label: "heed.nats.counting")
        }

        private struct WeakHandle: Sendable {
            weak let handle: ConnectionHandle?
        }

        /// The time between two searches for an attempt's socket, in milliseconds.
        private static let pause: Int32 = 20
        /// The longest time to wait for a count of messages while nothing is received.
        private static let longestPause = Duration.seconds(1)
        /// The size of a socket's buffer, in bytes.
        private static let bufferSize: Int32 = 1 << 20
        /// Arrivals that follow each other faster are seen together, in microseconds.
        private static let rest: UInt32 = 1_000

        private init() {
            events = epoll_create1(O_CLOEXEC)
            alarm = eventfd(0, O_CLOEXEC | O_NONBLOCK)
            follow(alarm, as: 0)
            DispatchQueue(label: "heed.nats.watch").async { [self] in run() }
        }

        // MARK: Attempts

        /// Notes that an attempt to connect begins.
        ///
        /// - Parameters:
        ///   - ports: The ports of the servers.
        ///   - timeout: The longest time that a handshake may take.
        /// - Returns: The number of the attempt.
        func begin(ports: Set<UInt16>, timeout: Duration) -> UInt64 {
            let others = Set(ServerSocket.all(to: ports).map(\.cookie))
            let id = state.withLock { state in
                let id = state.nextID()
                state.attempts[id] = Attempt(ports: ports, timeout: timeout, others: others)
                return id
            }
            eventfd_write(alarm, 1)
            return id
        }

        /// Notes that an attempt has ended.
        ///
        /// - Returns: Whether the watch has ended a handshake of it.
        func end(_ attempt: UInt64) -> Bool {
            let (hasEndedOne, released) = state.withLock { state in
                let released = state.handshakes.filter { $0.value.attempt == attempt }
                for cookie in released.keys { state.handshakes[cookie] = nil }
                return (state.attempts.removeValue(forKey: attempt)?.hasEndedOne == true, released)
            }
            withExtendedLifetime(released) {}
            return hasEndedOne
        }

        /// Notes that an attempt has succeeded, and watches the connection.
        ///
        /// - Returns: The number of the connection, for ``release(_:)``; `nil` if its socket isn't found.
        func establish(_ attempt: UInt64, _ handle: ConnectionHandle, localPort: UInt16, limit: Int) -> UInt64? {
            find(attempt)
            let id = state.withLock { state -> UInt64? in
                guard let (cookie, found) = state.handshakes.first(where: { $0.value.socket.localPort == localPort }) else { return nil }
                state.handshakes[cookie] = nil
                let id = state.nextID()
                found.socket.limitBuffer(to: Self.bufferSize)
                state.connections[id] = Watched(
                    socket: found.socket, bound: MessageBound(limit: limit), connection: WeakHandle(handle: handle))
                follow(found.socket.descriptor, as: id)
                return id
            }
            _ = end(attempt)
            return id
        }

        /// Ends the watch over a connection.
        func release(_ connection: UInt64) {
            // Closed outside the lock.
            let released = state.withLock { state in
                let released = state.connections.removeValue(forKey: connection)
                // The library's own descriptor keeps the socket open, and so the registration.
                if let released { epoll_ctl(events, EPOLL_CTL_DEL, released.socket.descriptor, nil) }
                return released
            }
            withExtendedLifetime(released) {}
        }

        // MARK: The thread

        private func run() {
            var occurred = [epoll_event](repeating: epoll_event(), count: 32)
            var lastWake = ContinuousClock.now
            while true {
                let isLooking = state.withLock { state in
                    !state.attempts.isEmpty || state.connections.values.contains { $0.deadline != nil }
                }
                let count = epoll_wait(events, &occurred, Int32(occurred.count), isLooking ? Self.pause : -1)
                guard count >= 0 || errno == EINTR else { return }
                for event in occurred.prefix(Int(max(count, 0))) {
                    let id = event.data.u64
                    if id == 0 {
                        var value: UInt64 = 0
                        eventfd_read(alarm, &value)
                    } else {
                        noteArrival(id, isLast: event.events & (EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
                    }
                }
                if isLooking { look() }
                let now = ContinuousClock.now
                if count > 0, now - lastWake < .milliseconds(10) { usleep(Self.rest) }
                lastWake = now
            }
        }

        /// Wakes the thread at each arrival of bytes.
        private func follow(_ descriptor: Int32, as id: UInt64) {
            var event = epoll_event()
            event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
            event.data.u64 = id
            epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event)
        }

        /// Looks for sockets of attempts, and ends those that take too long.
        private func look() {
            for attempt in state.withLock({ Array($0.attempts.keys) }) { find(attempt) }
            let now = ContinuousClock.now
            let late = state.withLock { state in
                let late = state.handshakes.filter { $0.value.deadline <= now }
                for (cookie, handshake) in late {
                    state.handshakes[cookie] = nil
                    state.attempts[handshake.attempt]?.hasEndedOne = true
                    for attempt in state.attempts.keys { state.attempts[attempt]?.others.insert(cookie) }
                }
                return late.values.map(\.socket)
            }
            for socket in late { socket.cut() }
            let uncounted = state.withLock { state in
                state.connections.filter { $0.value.deadline.map { $0 <= now } == true }
            }
            for (id, watched) in uncounted { cut(id, watched) }
        }

        private func find(_ id: UInt64) {
            guard let attempt = state.withLock({ $0.attempts[id] }) else { return }
            let new = ServerSocket.all(to: attempt.ports) { cookie in state.withLock { $0.isKnown(cookie, to: id) } }
            let deadline = ContinuousClock.now + attempt.timeout
            state.withLock { state in
                for socket in new where !state.isKnown(socket.cookie, to: id) {
                    state.handshakes[socket.cookie] = Handshake(socket: socket, attempt: id, deadline: deadline)
                }
            }
        }

        private func noteArrival(_ id: UInt64, isLast: Bool) {
            if isLast { return release(id) }
            proceed(id) { $0.bound.note(bytes: $0.socket.consumedBytes) }
        }

        private func proceed(_ id: UInt64, _ note: (inout Watched) -> MessageBound.Step) {
            let next = state.withLock { state -> (MessageBound.Step, Watched)? in
                guard var watched = state.connections[id] else { return nil }
                let step = note(&watched)
                switch step {
                case .pause:
                    watched.socket.pause()
                    watched.deadline = .now + Self.longestPause
                case .resume:
                    watched.socket.resume()
                    watched.deadline = nil
                case .wait, .count, .cut: break
                }
                state.connections[id] = watched
                return (step, watched)
            }
            switch next {
            case nil, (.wait, _)?, (.pause, _)?, (.resume, _)?: return
            case (.count, let watched)?:
                watched.counting.async { [self] in
                    let bytes = watched.socket.consumedBytes
                    guard let count = watched.connection.handle?.receivedCount else { return }
                    proceed(id) { $0.bound.note(messages: count, at: bytes) }
                }
            case (.cut, let watched)?: cut(id, watched)
            }
        }

        private func cut(_ id: UInt64, _ watched: Watched) {
            watched.connection.handle?.noteTooMuch()
            watched.socket.cut()
            release(id)
        }
    }
#else
    /// A watch that watches nothing: other systems than Linux have no list of a process's sockets.
    struct SocketWatch: Sendable {
        static let shared = SocketWatch()

        func begin(ports: Set<UInt16>, timeout: Duration) -> UInt64 { 0 }
        func end(_ attempt: UInt64) -> Bool { false }
        func establish(_ attempt: UInt64, _ handle: ConnectionHandle, localPort: UInt16, limit: Int) -> UInt64? { nil }
        func release(_ connection: UInt64) {}
    }
#endif
