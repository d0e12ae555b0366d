#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    internal import Heed

    /// A connection that inspects another process of the same user, which has an ``InspectorServer``.
    ///
    /// ```swift
    /// for process in InspectorConnection.processes() {
    ///     let report = try InspectorConnection(process: process).report(since: 0)
    ///     print(process, report.observers.count)
    /// }
    /// ```
    ///
    /// ## Behavior
    /// - A request waits for its answer, at most as long as the timeout.
    /// - After an error, the next request reconnects.
    /// - Answers are checked: a process that sends garbage causes an error.
    ///
    /// - Threading: You can use it on any thread. Requests are sent one after the other.
    public final class InspectorConnection: InspectorSession {
        /// The path of the other process's socket.
        public let path: String
        private let timeout: Duration
        private let answerLimit: Int
        /// The connection; `nil` after an error.
        private let descriptor: Lock<FileDescriptor?>

        /// Connects to a socket.
        ///
        /// - Parameters:
        ///   - path: The path of the socket.
        ///   - timeout: The time that an answer may take.
        /// - Throws: An error if no process listens at the path, or if it belongs to another user.
        public convenience init(path: String, timeout: Duration = .seconds(10)) throws(InspectorConnectionError) {
            try self.init(path: path, timeout: timeout, answerLimit: Answer.limit)
        }

        /// Connects to the socket of a process in `$XDG_RUNTIME_DIR/heed`.
        ///
        /// - Parameters:
        ///   - process: The number of the process, one of ``processes()``.
        ///   - timeout: The time that an answer may take.
        /// - Throws: An error if the process doesn't listen, if it belongs to another user, or if `XDG_RUNTIME_DIR` isn't set.
        public convenience init(process: Int32, timeout: Duration = .seconds(10)) throws(InspectorConnectionError) {
            try self.init(path: RuntimeFolder().socketPath(of: process), timeout: timeout)
        }

        init(path: String, timeout: Duration, answerLimit: Int) throws(InspectorConnectionError) {
            self.path = path
            self.timeout = timeout
            self.answerLimit = answerLimit
            descriptor = Lock(try Self.connect(to: path))
        }

        /// Returns the numbers of the processes that have a server in `$XDG_RUNTIME_DIR/heed`, in ascending order.
        ///
        /// - Returns: Empty if there are none, or if `XDG_RUNTIME_DIR` isn't set.
        public static func processes() -> [Int32] {
            guard let folder = try? RuntimeFolder() else { return [] }
            return folder.processes.filter { process in
                let path = folder.socketPath(of: process)
                return path.utf8.count <= UnixSocket.pathLimit && UnixSocket.isListening(at: path)
            }
        }

        /// Returns a report of the other process, with the events after a given one.
        ///
        /// - Parameter event: The number of the last event already known; zero for all that are kept.
        /// - Throws: An error if the other process has ended, doesn't answer in time, or sends something other than a report.
        public func report(since event: UInt64) throws(InspectorConnectionError) -> InspectorReport {
            try answer(to: "report \(event)") { fields throws(InspectorReport.FormatError) in try InspectorReport(fields) }
        }

        /// Returns the calls that led to an outermost change in the other process, innermost first; empty if they are no longer known.
        ///
        /// - Parameter event: The number of the change.
        /// - Throws: An error if the other process has ended, doesn't answer in time, or sends something other than calls.
        public func backtrace(of event: UInt64) throws(InspectorConnectionError) -> [StackFrame] {
            try answer(to: "backtrace \(event)") { fields throws(InspectorReport.FormatError) in
                try fields.list("frames", of: StackFrame.init)
            }
        }
    }

    // MARK: Requests

    extension InspectorConnection {
        private static func connect(to path: String) throws(InspectorConnectionError) -> FileDescriptor {
            guard !path.isEmpty, path.utf8.count <= UnixSocket.pathLimit, !path.utf8.contains(0) else {
                throw InspectorConnectionError(
                    .notListening, path: path,
                    "A path of a socket has 1 to \(UnixSocket.pathLimit) bytes; \(path.prefix(200).debugDescription) hasn't."
                )
            }
            guard let descriptor = UnixSocket.make() else {
                throw InspectorConnectionError(.notListening, path: path, "A socket can't be created: \(systemErrorText()).")
            }
            guard UnixSocket.connect(descriptor, to: path) else {
                let (code, text) = (errno, systemErrorText())
                switch code {
                case EAGAIN:
                    throw InspectorConnectionError(
                        .timeout, path: path, "The process at \(path) has no time for one more client. Try again.")
                case EACCES, EPERM: throw otherUser(path)
                default:
                    throw InspectorConnectionError(
                        .notListening, path: path,
                        "No process can be looked at through \(path): \(text). Start an InspectorServer in the program."
                    )
                }
            }
            guard UnixSocket.user(of: descriptor) == geteuid() else { throw otherUser(path) }
            return descriptor
        }

        private static func otherUser(_ path: String) -> InspectorConnectionError {
            InspectorConnectionError(.otherUser, path: path, "The socket \(path) belongs to another user. Look at it as that user.")
        }

        private func answer<Value>(
            to request: String, read: (JSONFields) throws(InspectorReport.FormatError) -> Value
        ) throws(InspectorConnectionError) -> Value {
            let line = try descriptor.withLock { descriptor in self.line(answering: request, through: &descriptor) }.get()
            guard let text = String(validating: line, as: UTF8.self) else { throw error(.invalidAnswer, "answered with invalid UTF-8") }
            let result: Result<Value, InspectorConnectionError>
            do throws(InspectorReport.FormatError) {
                let value = try InspectorReport.FormatError.checkingSyntax(of: text)
                if case .string(let reason) = value["error"] {
                    result = .failure(InspectorConnectionError(.refused, path: path, "The process at \(path) can't answer: \(reason)"))
                } else {
                    result = .success(try read(JSONFields(value)))
                }
            } catch {
                result = .failure(
                    self.error(.invalidAnswer, "answered with something else than expected: \(error.location): \(error.problem)"))
            }
            return try result.get()
        }

        /// Sends a request and receives a line. After an error there is no connection, because a late answer could be mistaken for the next
        /// one.
        private func line(
            answering request: String, through connection: inout FileDescriptor?
        ) -> Result<[UInt8], InspectorConnectionError> {
            do throws(InspectorConnectionError) {
                let descriptor: FileDescriptor
                if let connection { descriptor = connection } else { descriptor = try Self.connect(to: path) }
                connection = nil
                let deadline = ContinuousClock.now + timeout
                try send(request, through: descriptor, until: deadline)
                let line = try receive(from: descriptor, until: deadline)
                connection = descriptor
                return .success(line)
            } catch {
                return .failure(error)
            }
        }

        private func send(
            _ request: String, through descriptor: FileDescriptor, until deadline: ContinuousClock.Instant
        ) throws(InspectorConnectionError) {
            var rest = Array((request + "\n").utf8)[...]
            while !rest.isEmpty {
                switch descriptor.send(rest) {
                case .bytes(let count): rest.removeFirst(count)
                case .wouldWait: guard descriptor.wait(for: POLLOUT, until: deadline) else { throw timeoutError }
                // It may have said why before it ended the connection.
                case .ended: return
                }
            }
        }

        private func receive(from descriptor: FileDescriptor, until deadline: ContinuousClock.Instant) throws(InspectorConnectionError)
            -> [UInt8]
        {
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                switch descriptor.receive(into: &buffer) {
                case .bytes(let count):
                    if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) {
                        line += buffer[..<end]
                        guard end == count - 1 else { throw error(.invalidAnswer, "answered with more than one line") }
                        return line
                    }
                    line += buffer[..<count]
                    guard line.count < answerLimit else { throw error(.invalidAnswer, "answered with more than \(answerLimit) bytes") }
                    // A process that sends a little at a time doesn't extend the time.
                    guard ContinuousClock.now < deadline else { throw timeoutError }
                case .wouldWait: guard descriptor.wait(for: POLLIN, until: deadline) else { throw timeoutError }
                case .ended: throw error(.ended, "ended the connection. It may have ended itself")
                }
            }
        }

        private func error(_ kind: InspectorConnectionError.Kind, _ text: String) -> InspectorConnectionError {
            InspectorConnectionError(kind, path: path, "The process at \(path) \(text).")
        }

        private var timeoutError: InspectorConnectionError {
            error(.timeout, "hasn't answered for \(durationText(timeout)). It may be stopped or busy; try again")
        }
    }

#endif
