#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    internal import Heed

    /// A server that lets other processes of the same user inspect this one, through a socket in the file system.
    ///
    /// ```swift
    /// let server = try InspectorServer(session: Inspector.session)
    /// ```
    ///
    /// Another process inspects this one with an ``InspectorConnection``. A shell can do so, too: a request is a line, and its answer is a
    /// line of JSON.
    ///
    /// ```sh
    /// echo "report 0" | nc -UN "$XDG_RUNTIME_DIR/heed/4711.sock"
    /// ```
    ///
    /// ## Behavior
    /// - Only processes of the same user get answers: the folder and the socket are closed to others, and the server asks the system who
    ///   connects.
    /// - The server makes the answers on its own thread. Clients that stall, flood or send garbage don't affect the program.
    /// - At most 8 clients are connected at the same time, and a request is at most 1 KiB long. A client that reads nothing of its answer
    ///   for 10 seconds is disconnected.
    /// - The socket is removed when the server is stopped or released. A socket that an earlier process left behind is replaced.
    ///
    /// - Threading: You can use it on any thread. The session is called on the server's thread.
    public final class InspectorServer: Sendable {
        /// The path of the socket.
        public let path: String
        /// The device and the file number of the socket, by which it is recognized.
        private let identity: FileIdentity
        /// The other end is the loop's: it ends when this one is shut down. `nil` after the server was stopped.
        private let control: Lock<FileDescriptor?>

        /// Starts to listen.
        ///
        /// - Parameters:
        ///   - session: The source of the answers.
        ///   - path: The absolute path of the socket, in a folder that exists and that only this user can change; `nil` for a socket with
        ///     the number of this process in `$XDG_RUNTIME_DIR/heed`, where ``InspectorConnection/processes()`` finds it.
        /// - Throws: An error if there is no such folder, if it is a symbolic link or open to other users, or if another server listens
        ///   at the path.
        public convenience init(session: any InspectorSession, path: String? = nil) throws(InspectorConnectionError) {
            try self.init(session: session, path: path, patience: .seconds(10))
        }

        /// Starts to listen.
        ///
        /// - Parameter patience: The time within which a client has to complete a request, or to take a part of its answer.
        package init(session: any InspectorSession, path: String?, patience: Duration) throws(InspectorConnectionError) {
            if let path {
                self.path = path
            } else {
                let folder = try RuntimeFolder()
                try folder.prepare()
                self.path = folder.socketPath(of: getpid())
            }
            let (listener, identity) = try Self.listen(at: self.path)
            self.identity = identity
            guard let pair = UnixSocket.makePair() else {
                identity.remove(self.path)
                throw Self.cannotListen(self.path, systemErrorText())
            }
            control = Lock(pair.0)
            guard ServerLoop(session: session, listener: listener, control: pair.1, patience: patience).start() else {
                identity.remove(self.path)
                throw Self.cannotListen(self.path, "the system can't start one more thread")
            }
        }

        deinit { stop() }

        /// Removes the socket, and ends all connections.
        ///
        /// A connection ends once its current answer is complete. This function doesn't wait for that.
        public func stop() {
            let control = control.withLock { control in
                let taken = control
                control = nil
                return taken
            }
            guard let control else { return }
            identity.remove(path)
            // Unlike closing, this ends the loop even if a forked process has the descriptor as well.
            shutdown(control.number, CInt(SHUT_RDWR))
        }
    }

    // MARK: The socket

    extension InspectorServer {
        private static func listen(at path: String) throws(InspectorConnectionError) -> (FileDescriptor, FileIdentity) {
            guard !path.isEmpty, path.utf8.count <= UnixSocket.pathLimit, !path.utf8.contains(0) else {
                throw cannotListen(path, "a path of a socket has at most \(UnixSocket.pathLimit) bytes; choose a shorter one")
            }
            try makeRoom(at: path)
            guard let listener = UnixSocket.make() else { throw cannotListen(path, systemErrorText()) }
            guard UnixSocket.bind(listener, to: path) else { throw cannotListen(path, systemErrorText()) }
            guard let identity = FileIdentity(of: path) else { throw cannotListen(path, systemErrorText()) }
            // Nobody can connect before the server listens, so the mode holds from the first connection on.
            guard chmod(path, 0o600) == 0, UnixSocket.listen(listener) else {
                let problem = systemErrorText()
                identity.remove(path)
                throw cannotListen(path, problem)
            }
            return (listener, identity)
        }

        /// Removes a socket on which no process listens any more.
        private static func makeRoom(at path: String) throws(InspectorConnectionError) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK), status.st_uid == geteuid() else {
                throw cannotListen(path, "there is a file that isn't a socket of this user; remove it, or choose another path")
            }
            guard !UnixSocket.isListening(at: path) else {
                throw cannotListen(path, "another server listens there; stop it first, or choose another path")
            }
            guard unlink(path) == 0 || errno == ENOENT else { throw cannotListen(path, systemErrorText()) }
        }

        private static func cannotListen(_ path: String, _ problem: String) -> InspectorConnectionError {
            InspectorConnectionError(.cannotListen, path: path, "The inspector can't listen at \(path.debugDescription): \(problem).")
        }
    }

    /// The identity of a file, which distinguishes it from another one at the same path.
    private struct FileIdentity: Sendable {
        private let device: dev_t
        private let number: ino_t

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }

        /// Removes the file, unless another one has taken its path.
        func remove(_ path: String) {
            guard let current = FileIdentity(of: path), current.device == device, current.number == number else { return }
            unlink(path)
        }
    }

#endif
