#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Sockets in the file system, for connections between processes of one user.
    enum UnixSocket {
        /// The number of bytes that a path may have.
        static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

        #if canImport(Glibc)
            private static let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        #else
            private static let type = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
        #endif

        /// Creates a nonblocking socket.
        static func make() -> FileDescriptor? {
            FileDescriptor(socket(AF_UNIX, type, 0))
        }

        /// Creates two sockets that are connected to each other.
        static func makePair() -> (FileDescriptor, FileDescriptor)? {
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
            guard let first = FileDescriptor(ends[0]), let second = FileDescriptor(ends[1]) else { return nil }
            return (first, second)
        }

        /// Calls a function with the address of a path that is short enough.
        private static func withAddress<Result>(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            // The last byte stays zero, since a path is at most `pathLimit` long.
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(pathLimit)) }
            // SAFETY: a socket address starts with what all kinds of them have in common, and the size says which kind it is.
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }

        /// Binds a socket to a path. On failure, `errno` has the reason.
        static func bind(_ socket: FileDescriptor, to path: String) -> Bool {
            #if canImport(Glibc)
                withAddress(of: path) { Glibc.bind(socket.number, $0, $1) } == 0
            #else
                withAddress(of: path) { Musl.bind(socket.number, $0, $1) } == 0
            #endif
        }

        /// Lets others connect to a bound socket. On failure, `errno` has the reason.
        static func listen(_ socket: FileDescriptor) -> Bool {
            #if canImport(Glibc)
                Glibc.listen(socket.number, 16) == 0
            #else
                Musl.listen(socket.number, 16) == 0
            #endif
        }

        /// Accepts a connection. On failure, `errno` has the reason.
        static func accept(_ listener: FileDescriptor) -> FileDescriptor? {
            #if canImport(Glibc)
                let connection = FileDescriptor(Glibc.accept(listener.number, nil, nil))
            #else
                let connection = FileDescriptor(Musl.accept(listener.number, nil, nil))
            #endif
            if let connection { _ = fcntl(connection.number, F_SETFD, FD_CLOEXEC) }
            return connection
        }

        /// Connects a socket to a path, without waiting. On failure, `errno` has the reason.
        static func connect(_ socket: FileDescriptor, to path: String) -> Bool {
            while true {
                #if canImport(Glibc)
                    let result = withAddress(of: path) { Glibc.connect(socket.number, $0, $1) }
                #else
                    let result = withAddress(of: path) { Musl.connect(socket.number, $0, $1) }
                #endif
                if result == 0 || errno != EINTR { return result == 0 }
            }
        }

        /// Returns whether a process listens at a path.
        static func isListening(at path: String) -> Bool {
            guard let socket = make() else { return false }
            // EAGAIN: so many wait for it already that there is no room for one more.
            return connect(socket, to: path) || errno == EAGAIN
        }

        /// Returns the user at the other end of a connection; `nil` if it is unknown.
        static func user(of connection: FileDescriptor) -> uid_t? {
            // SAFETY: this is Linux's `struct ucred`, three numbers of 32 bits, which the C libraries declare only on request.
            var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(connection.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12 else { return nil }
            return credentials.user
        }
    }

#endif
