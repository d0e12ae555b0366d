internal import Confinement
internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Heed
internal import SleevesModel

/// The parent's side of the process that plays: commands go in, events come out.
///
/// Shared state:
/// - `socket`, `source`, `messages`: used on `queue` alone.
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
    private nonisolated(unsafe) var socket: ChildSocket?
    private nonisolated(unsafe) var source: (any DispatchSourceRead)?
    private nonisolated(unsafe) var messages = IncomingMessages(limit: eventLimit)

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
        if let socket { Self.end(socket) }
    }

    /// Sends a command, and the file that it is about. Waits for nothing.
    func send(_ command: PlayerCommand, path: String? = nil, of ticket: TrackTicket? = nil) {
        queue.async { [self] in
            guard let socket else { return }
            do throws(SystemError) {
                guard let path else { return try Self.send(command, descriptors: [], to: socket) }
                let file = try OpenFile(path: path)
                try Self.send(command, descriptors: [file.descriptor], to: socket)
            } catch {
                // A part of the command may have been sent.
                if error.code == ETIMEDOUT { return finish() }
                // If the process has ended, its end is the event.
                if let ticket, error.code != EPIPE { events.notify(.unreadable(ticket, error)) }
            }
        }
    }

    private func start(_ program: String) {
        let socket: ChildSocket
        do throws(SystemError) { socket = try ChildSocket(starting: program, argument: PlayerService.argument) } catch {
            return events.notify(.notStarted(error))
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.receive() }
        source.setCancelHandler { socket.close() }
        (self.socket, self.source) = (socket, source)
        source.activate()
    }

    private static func send(_ command: PlayerCommand, descriptors: [Int32], to socket: ChildSocket) throws(SystemError) {
        guard let json = try? JSONEncoder().encode(command) else { preconditionFailure("a command has no JSON form") }
        var message = OutgoingMessage(Array(json), descriptors: descriptors)
        while try !message.send(to: socket) {
            guard socket.wait(toSend: true, milliseconds: 5_000) else { throw SystemError(code: ETIMEDOUT) }
        }
    }

    /// Delivers the events that have arrived. If the process has ended meanwhile, the source calls only once more, for both.
    private func receive() {
        guard let socket else { return }
        do throws(SystemError) {
            while let message = try messages.next(from: socket) {
                guard let event = try? StoredJSON.decode(PlayerEvent.self, from: message) else { return finish() }
                events.notify(.reported(event))
            }
        } catch {
            finish()
        }
    }

    /// Ends the process after its last or an invalid event.
    private func finish() {
        source?.cancel()
        source = nil
        if let socket { Self.end(socket) }
        socket = nil
        events.notify(.ended)
    }

    /// Ends a process that may have ended already. One that waits for a disk ends later.
    private static func end(_ socket: ChildSocket) {
        socket.kill()
        DispatchQueue.global().async { socket.waitForEnd() }
    }
}
