internal import CReader
internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Heed
internal import SleevesModel

/// The parent's side of the process that plays: commands go in, events come out.
///
/// Shared state:
/// - `socket`, `process`, `source`, `received`: used on `queue` alone.
///
/// The process ends with this object. Its last event is ``Event/ended`` unless this side ended it. Nothing waits for its end, which a disk that
/// doesn't answer may delay.
final class PlayerProcess: Sendable {
    /// An event, from the process or from this side of it.
    enum Event: Sendable {
        case reported(PlayerEvent)
        /// A file couldn't be opened.
        case unreadable(TrackTicket, SystemError)
        /// The process has ended, or has sent an invalid event and is ended.
        case ended
        /// The process couldn't be started.
        case notStarted(SystemError)
    }

    /// The maximum length of an event. Longer ones are invalid.
    private static let eventLimit = 64 << 10

    /// The subject that delivers events, on a thread of this object.
    let events = Subject<Event>()
    private let queue = DispatchQueue(label: "sleeves.player", qos: .userInitiated)

    // SAFETY: only used on `queue`, except in `deinit`, when nobody else uses the object.
    private nonisolated(unsafe) var socket: Int32 = -1
    private nonisolated(unsafe) var process: pid_t = 0
    private nonisolated(unsafe) var source: (any DispatchSourceRead)?
    private nonisolated(unsafe) var received: [UInt8] = []

    /// Starts a program as a player.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - prepare: Called before the first event, failures to start included.
    init(program: String, prepare: (PlayerProcess) -> Void) {
        prepare(self)
        queue.async { [self] in start(program) }
    }

    deinit {
        // The source's handlers hold the object weakly, and the queue's closures strongly.
        source?.cancel()
        if process != 0 { Self.end(process) }
    }

    /// Sends a command, and the file that it is about. Waits for nothing.
    func send(_ command: PlayerCommand, path: String? = nil, of ticket: TrackTicket? = nil) {
        queue.async { [self] in
            guard socket >= 0 else { return }
            do throws(SystemError) {
                guard let path else { return try write(command, descriptor: nil) }
                let file = try OpenFile(path: path)
                try write(command, descriptor: file.descriptor)
            } catch {
                // If the process has ended, its end is the event.
                if let ticket, error.code != EPIPE { events.notify(.unreadable(ticket, error)) }
            }
        }
    }

    private func start(_ program: String) {
        let failure = creader_start(program, PlayerService.argument, &process, &socket)
        guard failure == 0 else { return events.notify(.notStarted(SystemError(code: failure))) }
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        source.setEventHandler { [weak self] in self?.receive() }
        let socket = socket
        source.setCancelHandler { close(socket) }
        self.source = source
        source.activate()
    }

    private func write(_ command: PlayerCommand, descriptor: Int32?) throws(SystemError) {
        guard let message = try? JSONEncoder().encode(command) else { preconditionFailure("a command has no JSON form") }
        let framed = withUnsafeBytes(of: UInt32(message.count).littleEndian, Array.init) + message
        var descriptors = [descriptor ?? -1]
        var sent = 0
        while sent < framed.count {
            // SAFETY: the call reads the rest of the array, and the descriptor, which accompanies its first bytes.
            let count = framed.withUnsafeBytes { bytes in
                creader_send(socket, bytes.baseAddress! + sent, bytes.count - sent, &descriptors, sent == 0 && descriptor != nil ? 1 : 0)
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                var entry = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, 5_000) > 0 else { throw SystemError(code: EPIPE) }
            } else if errno != EINTR {
                throw SystemError(code: errno)
            }
        }
    }

    /// Receives what there is. If the process has ended meanwhile, the source calls only once more, for both.
    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while socket >= 0 {
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return finish() }
            received += bytes[..<count]
            guard takeEvents() else { return finish() }
        }
    }

    /// Delivers the events that have arrived whole. Returns `false` after an invalid one.
    private func takeEvents() -> Bool {
        while received.count >= 4 {
            let length = received[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= Self.eventLimit else { return false }
            guard received.count >= 4 + length else { return true }
            let message = Data(received[4..<4 + length])
            received.removeFirst(4 + length)
            guard let event = try? JSONDecoder().decode(PlayerEvent.self, from: message) else { return false }
            events.notify(.reported(event))
        }
        return true
    }

    /// Ends the process after its last or an invalid event.
    private func finish() {
        source?.cancel()
        source = nil
        socket = -1
        Self.end(process)
        process = 0
        events.notify(.ended)
    }

    /// Ends a process that may have ended already. One that waits for a disk ends later.
    private static func end(_ process: pid_t) {
        kill(process, SIGKILL)
        DispatchQueue.global().async {
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
    }
}
