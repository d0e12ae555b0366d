internal import CConfinement
internal import Glibc
package import SleevesModel

/// The socket to a process of this program that parses untrusted files, and that process. ``ParentSocket`` is the other end.
///
/// The process has a group of its own and no standard streams. It gets nothing from this one but messages, and the open files that accompany them.
///
/// - Threading: may be used from any thread, by one at a time.
package struct ChildSocket: Sendable {
    /// The identifier of the process.
    package let process: Int32
    /// The descriptor of the socket.
    package let descriptor: Int32

    /// Takes a process that was started otherwise, for tests.
    init(process: Int32, descriptor: Int32) {
        (self.process, self.descriptor) = (process, descriptor)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - argument: Its only argument.
    package init(starting program: String, argument: String) throws(SystemError) {
        var process: pid_t = 0
        var descriptor: Int32 = -1
        let failure = confined_start(program, argument, &process, &descriptor)
        guard failure == 0 else { throw SystemError(code: failure) }
        (self.process, self.descriptor) = (process, descriptor)
    }

    /// Waits until the socket has room for a part of a message, or something has arrived.
    ///
    /// - Returns: Whether that happened, or the process has ended.
    package func wait(toSend: Bool, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(toSend ? POLLOUT : POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&entry, 1, milliseconds) } while count < 0 && errno == EINTR
        return count > 0
    }

    /// Closes the socket, which a process that isn't busy takes for its parent's end.
    package func close() {
        Glibc.close(descriptor)
    }

    /// Ends the process. One that waits for a disk ends later.
    package func kill() {
        // A process that has already ended keeps the reason.
        Glibc.kill(process, SIGKILL)
    }

    /// Waits for the process's end. Call it once.
    ///
    /// - Returns: The signal that ended it; 0 if it ended by itself.
    @discardableResult
    package func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return confined_signal(status)
    }
}

/// A message to a process. Its length precedes it, as four bytes.
package struct OutgoingMessage {
    private let bytes: [UInt8]
    private let descriptors: [Int32]
    private var sent = 0

    /// - Parameter descriptors: The open files that accompany the message, at most `CONFINED_DESCRIPTORS`.
    package init(_ message: [UInt8], descriptors: [Int32] = []) {
        bytes = MessageHead.bytes(for: message) + message
        self.descriptors = descriptors
    }

    /// Sends as much as the socket has room for, without waiting.
    ///
    /// - Returns: Whether the whole message is sent.
    /// - Throws: The system's error, such as `EPIPE` if the process has ended.
    package mutating func send(to socket: ChildSocket) throws(SystemError) -> Bool {
        while sent < bytes.count {
            // SAFETY: the call reads the rest of the array, and the descriptors, which accompany its first bytes.
            let count = bytes.withUnsafeBytes { bytes in
                confined_send(
                    socket.descriptor, bytes.baseAddress! + sent, bytes.count - sent, descriptors, sent == 0 ? descriptors.count : 0)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                return false
            } else if errno != EINTR {
                throw SystemError(code: errno)
            }
        }
        return true
    }
}

/// The messages from a process, which may arrive in pieces.
package struct IncomingMessages {
    private let limit: Int
    private var bytes = MessageHead.empty
    private var filled = 0
    private var isHead = true

    /// - Parameter limit: The maximum size of a message, in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next message, without waiting.
    ///
    /// - Returns: `nil` if it hasn't arrived as a whole.
    /// - Throws: `EPIPE` if the process has ended, and `EMSGSIZE` if the message is too long. There is nothing to receive after an error.
    package mutating func next(from socket: ChildSocket) throws(SystemError) -> [UInt8]? {
        while true {
            while filled < bytes.count {
                // SAFETY: the call writes at most the rest of the array, which is held exclusively meanwhile.
                let count = bytes.withUnsafeMutableBytes { [filled] bytes in
                    recv(socket.descriptor, bytes.baseAddress! + filled, bytes.count - filled, Int32(MSG_DONTWAIT))
                }
                if count > 0 {
                    filled += count
                } else if count < 0, errno == EAGAIN {
                    return nil
                } else if count == 0 || errno != EINTR {
                    throw SystemError(code: EPIPE)
                }
            }
            let arrived = bytes
            filled = 0
            isHead.toggle()
            guard !isHead else {
                bytes = MessageHead.empty
                return arrived
            }
            let count = MessageHead.count(in: arrived)
            guard count <= limit else { throw SystemError(code: EMSGSIZE) }
            bytes = [UInt8](repeating: 0, count: count)
        }
    }
}
