internal import Confinement
internal import Glibc
internal import Localization
internal import SleevesModel

/// The parent's side of a reader process.
///
/// ``ReaderPool`` gives it to one thread at a time. After a failure, the process has ended and can't be used again.
final class ReaderProcess: Sendable {
    /// The protocol version, to reject readers of another version.
    static let version: UInt8 = 1

    private let socket: ChildSocket
    let confinement: ReaderConfinement

    /// Starts a reader and waits until it is confined.
    init(program: String, argument: String, within limit: Duration) throws(ReaderFailure) {
        do throws(SystemError) { socket = try ChildSocket(starting: program, argument: argument) } catch {
            throw .notStarted(reason: error.description)
        }
        do throws(ReaderFailure) {
            let hello = try Self.receive(from: socket, limit: 2, until: .now + limit)
            guard hello.count == 2, hello[0] == Self.version else { throw .nonsense }
            confinement = ReaderConfinement(rawValue: Int(hello[1]))
        } catch {
            Self.end(socket)
            throw error == .interrupted ? error : .notStarted(reason: localized("It does not answer."))
        }
    }

    /// The process.
    var process: pid_t { socket.process }

    /// Ends the process. Call it only once.
    ///
    /// - Returns: The reason for its end, if it had already ended.
    @discardableResult
    func end() -> ReaderFailure? {
        Self.end(socket)
    }

    @discardableResult
    private static func end(_ socket: ChildSocket) -> ReaderFailure? {
        socket.close()
        socket.kill()
        let signal = socket.waitForEnd()
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
            try send(OutgoingMessage(request, descriptors: descriptors), until: deadline)
            return try Self.receive(from: socket, limit: answerLimit, until: deadline)
        } catch {
            let ending = end()
            // If the reader has ended, its exit reason is the most informative; it may be why the socket was closed.
            throw error == .nonsense ? ending ?? error : error
        }
    }

    private func send(_ message: OutgoingMessage, until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        var message = message
        while try !Self.use({ () throws(SystemError) in try message.send(to: socket) }) {
            try Self.wait(for: socket, toSend: true, until: deadline)
        }
    }

    private static func receive(from socket: ChildSocket, limit: Int, until deadline: ContinuousClock.Instant) throws(ReaderFailure)
        -> [UInt8]
    {
        var messages = IncomingMessages(limit: limit)
        while true {
            if let message = try use({ () throws(SystemError) in try messages.next(from: socket) }) { return message }
            try wait(for: socket, toSend: false, until: deadline)
        }
    }

    /// Uses the socket. Each of its errors means that the reader has ended or broken the rules.
    private static func use<Value>(_ body: () throws(SystemError) -> Value) throws(ReaderFailure) -> Value {
        do throws(SystemError) { return try body() } catch { throw .nonsense }
    }

    /// Waits in short intervals, to detect cancellation of the task.
    private static func wait(for socket: ChildSocket, toSend: Bool, until deadline: ContinuousClock.Instant) throws(ReaderFailure) {
        while !socket.wait(toSend: toSend, milliseconds: 50) {
            if Task.isCancelled { throw .interrupted }
            if ContinuousClock.now >= deadline { throw .tooLong }
        }
    }
}
