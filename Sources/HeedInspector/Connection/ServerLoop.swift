#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The thread that serves the clients of an ``InspectorServer``.
    ///
    /// It owns the connections; nothing here is shared. It waits only in `poll`, and in the session while that makes an answer.
    final class ServerLoop: Sendable {
        private static let connectionLimit = 8

        private let session: any InspectorSession
        private let listener: FileDescriptor
        /// Becomes readable when the server is stopped.
        private let control: FileDescriptor
        private let patience: Duration

        init(session: any InspectorSession, listener: FileDescriptor, control: FileDescriptor, patience: Duration) {
            self.patience = patience
            self.session = session
            self.listener = listener
            self.control = control
        }

        /// Starts the thread, which ends when the server is stopped.
        ///
        /// - Returns: Whether the system could start it.
        func start() -> Bool {
            // The program's signals are for its own threads; a new thread starts with the mask of the one that creates it.
            var (all, previous) = (sigset_t(), sigset_t())
            sigfillset(&all)
            pthread_sigmask(SIG_SETMASK, &all, &previous)
            defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

            #if canImport(Glibc)
                var thread = pthread_t()
            #else
                var thread: pthread_t?
            #endif
            // SAFETY: the thread takes over the reference; if there is no thread, it is released here.
            let loop = Unmanaged.passRetained(self)
            let result = pthread_create(&thread, nil, { Unmanaged<ServerLoop>.fromOpaque($0!).takeRetainedValue().run() }, loop.toOpaque())
            guard result == 0 else {
                loop.release()
                return false
            }
            #if canImport(Glibc)
                pthread_detach(thread)
            #else
                pthread_detach(thread!)
            #endif
            return true
        }

        private func run() -> UnsafeMutableRawPointer? {
            var connections: [ServedConnection] = []
            var acceptsAgain: ContinuousClock.Instant?
            while true {
                let now = ContinuousClock.now
                if let time = acceptsAgain, time <= now { acceptsAgain = nil }
                var entries = [pollfd(fd: control.number, events: CShort(POLLIN), revents: 0)]
                entries += connections.map {
                    pollfd(fd: $0.descriptor.number, events: CShort($0.isAnswering ? POLLOUT : POLLIN), revents: 0)
                }
                if acceptsAgain == nil { entries.append(pollfd(fd: listener.number, events: CShort(POLLIN), revents: 0)) }

                let deadline = (connections.compactMap(\.deadline) + [acceptsAgain].compactMap(\.self)).min()
                let timeout = connections.contains(where: \.hasRequest) ? 0 : deadline.map(pollTimeout) ?? -1
                guard poll(&entries, nfds_t(entries.count), timeout) >= 0 || errno == EINTR else { return nil }
                guard entries[0].revents == 0 else { return nil }

                let time = ContinuousClock.now
                for index in connections.indices where entries[index + 1].revents != 0 || connections[index].needsTurn(at: time) {
                    connections[index].takeTurn(answer: answer(to:))
                }
                connections.removeAll(where: \.isOver)
                if acceptsAgain == nil, let last = entries.last, last.fd == listener.number, last.revents != 0 {
                    // Without descriptors or memory, the listener would stay ready.
                    if !accept(into: &connections) { acceptsAgain = time + .milliseconds(200) }
                }
            }
        }

        /// Accepts a connection.
        ///
        /// - Returns: Whether the next one can be accepted soon.
        private func accept(into connections: inout [ServedConnection]) -> Bool {
            guard let descriptor = UnixSocket.accept(listener) else {
                return [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno)
            }
            guard UnixSocket.user(of: descriptor) == geteuid() else { return true }
            var connection = ServedConnection(descriptor, patience: patience)
            if connections.count >= Self.connectionLimit {
                connection.refuse("\(Self.connectionLimit) clients are connected already. Disconnect one and try again.")
            } else {
                connections.append(connection)
            }
            return true
        }

        /// Returns the answer to a request, as one line.
        private func answer(to request: String) -> String {
            let words = request.split(separator: " ")
            guard words.count == 2, let event = UInt64(words[1]) else { return Answer.unknownRequest }
            do {
                let answer: String
                switch words[0] {
                case "report": answer = try session.report(since: event).json
                case "backtrace": answer = try StackFrame.json(of: session.backtrace(of: event))
                default: return Answer.unknownRequest
                }
                guard answer.utf8.count < Answer.limit else {
                    return Answer.error("The answer is longer than \(Answer.limit) bytes. Ask for later events.")
                }
                return answer
            } catch {
                return Answer.error("\(error)")
            }
        }
    }

#endif
