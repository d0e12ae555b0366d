internal import SleevesModel
internal import CReader
internal import Glibc

/// The parent's side of a reader process.
///
/// ``ReaderPool`` gives it to one thread at a time. After a failure, the process has ended and can't be used again.
final class ReaderProcess: Sendable {
    /// The protocol version, to reject readers of another version.
    static let version: UInt8 = 1

    let process: pid_t
    private let socket: Int32
    let confinement: ReaderConfinement

    /// Starts a reader and waits until it is confined.
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
            confinement = ReaderConfinement(rawValue: Int(hello[1]))
        } catch {
            close(socket)
            let ending = Self.end(process)
            throw error == .interrupted ? error : .notStarted(reason: "\(ending ?? error)")
        }
    }

    /// Ends the process. Call it only once.
    @discardableResult
    func end() -> ReaderFailure? {
        close(socket)
        return Self.end(process)
    }

    /// - Returns: The reason for its end, if it had already ended.
    private static func end(_ process: pid_t) -> ReaderFailure? {
        // A process that has already ended keeps its exit reason.
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

    /// Sends a request and waits for the answer. Without an answer, the process is ended.
    ///
    /// - Parameter answerLimit: The maximum size of the answer, in bytes. A longer answer is invalid.
    func ask(
        _ request: [UInt8], descriptors: [Int32], answerLimit: Int, until deadline: ContinuousClock.Instant
    ) throws(ReaderFailure) -> [UInt8] {
        do throws(ReaderFailure) {
            try send(request, descriptors: descriptors, until: deadline)
            return try Self.receive(from: socket, limit: answerLimit, until: deadline)
        } catch {
            let ending = end()
            // If the reader has ended, its exit reason is the most informative; it may be why the socket was closed.
            throw error == .nonsense ? ending ?? error : error
        }
    }

    // MARK: The socket

    private func send(_ request: [UInt8], descriptors: [Int32], until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        let framed = withUnsafeBytes(of: UInt32(request.count).littleEndian, Array.init) + request
        var sent = 0
        while sent < framed.count {
            // SAFETY: the call reads the rest of the array, and the descriptors, which accompany its first bytes.
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
            // SAFETY: the call writes at most the rest of the array, which is held exclusively meanwhile.
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

    /// Waits in short intervals, to detect cancellation of the task.
    private static func wait(for socket: Int32, toWrite: Bool, until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        var entry = pollfd(fd: socket, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        while poll(&entry, 1, 50) == 0 {
            if Task.isCancelled { throw .interrupted }
            if ContinuousClock.now >= deadline { throw .tooLong }
        }
    }
}
