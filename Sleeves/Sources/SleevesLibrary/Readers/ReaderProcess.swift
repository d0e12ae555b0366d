internal import CReader
internal import Glibc

/// One reader process, as its parent sees it.
///
/// Used by one thread at a time: ``ReaderPool`` hands it out. After a failure it has ended and is of no more use.
final class ReaderProcess: Sendable {
    /// Against readers of another version.
    static let version: UInt8 = 1

    let process: pid_t
    private let socket: Int32
    /// What the kernel keeps it from: `CREADER_LANDLOCK`, `CREADER_SECCOMP`.
    let confinement: Int

    /// Starts a reader, and waits until it is confined.
    init(program: String, argument: String, within limit: Duration) throws(ReaderFailure) {
        var process: pid_t = 0
        var socket: Int32 = -1
        let failure = creader_start(program, argument, &process, &socket)
        guard failure == 0 else { throw .notStarted(reason: SystemError(code: failure).description) }
        self.process = process
        self.socket = socket
        do throws(ReaderFailure) {
            let hello = try Self.receive(from: socket, limit: 2, until: .now + limit)
            guard hello.count == 2, hello[0] == Self.version else { throw .nonsense }
            confinement = Int(hello[1])
        } catch {
            close(socket)
            let ending = Self.end(process)
            throw error == .interrupted ? error : .notStarted(reason: "\(ending ?? error)")
        }
    }

    /// Ends it. Once only.
    @discardableResult
    func end() -> ReaderFailure? {
        close(socket)
        return Self.end(process)
    }

    /// - Returns: What had ended it before, if anything had.
    private static func end(_ process: pid_t) -> ReaderFailure? {
        // What has ended already keeps the reason that it ended for.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = creader_signal(status)
        return switch signal {
        case SIGKILL: nil
        case SIGPROF, SIGXCPU: .tooLong
        default: .ended(signal: signal)
        }
    }

    /// Asks, and waits for the answer. Where there is none the process is ended.
    ///
    /// - Parameter answerLimit: In bytes. An answer that announces more is nonsense.
    func ask(
        _ request: [UInt8], descriptors: [Int32], answerLimit: Int, until deadline: ContinuousClock.Instant
    ) throws(ReaderFailure) -> [UInt8] {
        do throws(ReaderFailure) {
            try send(request, descriptors: descriptors, until: deadline)
            return try Self.receive(from: socket, limit: answerLimit, until: deadline)
        } catch {
            let ending = end()
            // A reader that has ended says most; it may have closed the socket for that reason.
            throw error == .nonsense ? ending ?? error : error
        }
    }

    // MARK: The socket

    private func send(_ request: [UInt8], descriptors: [Int32], until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        let framed = withUnsafeBytes(of: UInt32(request.count).littleEndian, Array.init) + request
        var sent = 0
        while sent < framed.count {
            // SAFETY: the call reads the rest of the array, and the descriptors, which go with its first bytes.
            let count = framed.withUnsafeBytes { bytes in
                creader_send(socket, bytes.baseAddress! + sent, bytes.count - sent, descriptors, sent == 0 ? descriptors.count : 0)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                try Self.wait(for: socket, toWrite: true, until: deadline)
            } else if errno != EINTR {
                throw .nonsense
            }
        }
    }

    private static func receive(from socket: Int32, limit: Int, until deadline: ContinuousClock.Instant) throws(ReaderFailure) -> [UInt8] {
        let head = try receive(4, from: socket, until: deadline)
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= limit else { throw .nonsense }
        return try receive(count, from: socket, until: deadline)
    }

    private static func receive(_ count: Int, from socket: Int32, until deadline: ContinuousClock.Instant) throws(ReaderFailure) -> [UInt8]
    {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // SAFETY: at most the rest of the array, which is exclusively held while the call runs, is written.
            let received = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress! + filled, $0.count - filled, Int32(MSG_DONTWAIT))
            }
            if received > 0 {
                filled += received
            } else if received < 0, errno == EAGAIN {
                try wait(for: socket, toWrite: false, until: deadline)
            } else if received == 0 || errno != EINTR {
                throw .nonsense
            }
        }
        return bytes
    }

    /// Waits in short pieces, so that a cancelled task is noticed.
    private static func wait(for socket: Int32, toWrite: Bool, until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        var entry = pollfd(fd: socket, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        while poll(&entry, 1, 50) == 0 {
            if Task.isCancelled { throw .interrupted }
            if ContinuousClock.now >= deadline { throw .tooLong }
        }
    }
}
