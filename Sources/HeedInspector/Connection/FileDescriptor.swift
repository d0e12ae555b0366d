#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// An open file or socket, which is closed when the last reference to it is released.
    final class FileDescriptor: Sendable {
        let number: CInt

        /// Takes over a descriptor.
        ///
        /// - Returns: `nil` if it is negative, which is how system calls report errors.
        init?(_ number: CInt) {
            guard number >= 0 else { return nil }
            self.number = number
        }

        deinit { close(number) }
    }

    /// The result of a nonblocking transfer of bytes.
    enum Transfer {
        case bytes(Int)
        /// Nothing can be transferred now.
        case wouldWait
        /// The other side closed the connection, or it is broken.
        case ended
    }

    extension FileDescriptor {
        /// Reads what has arrived.
        func receive(into buffer: inout [UInt8]) -> Transfer {
            while true {
                let count = buffer.withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
                if count > 0 { return .bytes(count) }
                if count == 0 { return .ended }
                if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldWait }
                if errno != EINTR { return .ended }
            }
        }

        /// Writes as much as the other side can take. Never raises `SIGPIPE`.
        func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
            while true {
                let count = bytes.withUnsafeBytes {
                    #if canImport(Glibc)
                        Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
                    #else
                        Musl.send(number, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
                    #endif
                }
                if count >= 0 { return .bytes(count) }
                if errno == EAGAIN || errno == EWOULDBLOCK { return .wouldWait }
                if errno != EINTR { return .ended }
            }
        }

        /// Waits until something can be transferred, or until a deadline.
        ///
        /// - Returns: Whether something can be transferred, or the connection has ended.
        func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
            var entry = pollfd(fd: number, events: CShort(events), revents: 0)
            while true {
                let count = poll(&entry, 1, pollTimeout(until: deadline))
                if count > 0 { return true }
                if count == 0, ContinuousClock.now >= deadline { return false }
                if count < 0, errno != EINTR { return false }
            }
        }
    }

    /// Returns the time until a deadline as `poll` wants it: in milliseconds, rounded up.
    func pollTimeout(until deadline: ContinuousClock.Instant) -> CInt {
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return CInt(min(seconds, 3_600) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// Returns the text of the current `errno`.
    func systemErrorText() -> String {
        String(cString: strerror(errno))
    }

#endif
