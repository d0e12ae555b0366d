internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A pool of reader processes: at most one per core, started on demand and reused.
///
/// Shared state:
/// - `readers`, protected by its lock: the idle readers, the one that has waited longest first, the number started so far, and whether the
///   timer that ends idle ones is running.
/// - `places` and `largeTurn` synchronize themselves and limit the concurrent work.
/// - `failures`, protected by its lock: the subjects that have crashed a reader, so that none does it in a loop.
///
/// - Threading: May be used from any thread that may block, because calls wait for the reader.
final class ReaderPool: Sendable {
    struct Limits: Sendable {
        /// The processor time per file.
        var milliseconds = 20_000
        /// The time limit of a request, whatever its number of files.
        var wait = Duration.seconds(60)
        /// The time limit for starting a reader.
        var start = Duration.seconds(30)
        /// The idle time after which a reader is ended.
        var idle = Duration.seconds(60)
        /// The memory limit, in bytes.
        var memory = 640 << 20
        /// The memory limit for large pictures, which are decoded one at a time.
        var largeMemory = 1_536 << 20
    }

    private struct Readers {
        var idle: [(reader: ReaderProcess, since: ContinuousClock.Instant)] = []
        var startCount = 0
        var isTimed = false
    }

    private let program: String
    private let limits: Limits
    private let readers = Mutex(Readers())
    private let places: DispatchSemaphore
    private let largeTurn = DispatchSemaphore(value: 1)
    private let failures = Mutex<[Int: ReaderFailure]>([:])

    /// - Parameters:
    ///   - program: The executable, which runs ``ReaderService`` if its only argument is ``ReaderService/argument``.
    ///   - width: The maximum number of readers; by default, the number of cores.
    init(
        program: String,
        limits: Limits = Limits(),
        width: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.program = program
        self.limits = limits
        places = DispatchSemaphore(value: max(width, 1))
    }

    deinit {
        for (reader, _) in readers.withLock({ $0.idle }) { reader.end() }
    }

    /// The idle readers.
    var idleProcesses: [pid_t] { readers.withLock { $0.idle.map(\.reader.process) } }
    /// The total number of started readers.
    var startCount: Int { readers.withLock { $0.startCount } }

    /// Sends a request to a reader and waits for the answer.
    ///
    /// - Parameters:
    ///   - subject: Identifies the data to read. A subject that has crashed a reader isn't passed to another one.
    ///   - isLarge: Whether the request needs much memory, so that it waits for other large ones.
    ///   - answerLimit: The maximum size of the answer, in bytes.
    ///   - decode: Decodes the answer.
    func ask<Answer>(
        _ request: ReaderRequest,
        about subject: @autoclosure () -> Int?,
        descriptors: [Int32] = [],
        isLarge: Bool = false,
        answerLimit: Int,
        decode: (inout ByteReader) throws(ByteReader.Failure) -> Answer
    ) throws(ReaderFailure) -> Answer {
        // Identifying a picture takes time and is nearly always unnecessary.
        if failures.withLock({ !$0.isEmpty }), let subject = subject(), let failure = failures.withLock({ $0[subject] }) { throw failure }
        if isLarge { try Self.wait(for: largeTurn) }
        defer { if isLarge { largeTurn.signal() } }
        try Self.wait(for: places)
        defer { places.signal() }
        let allowance = ReaderRequest.Allowance(memory: isLarge ? limits.largeMemory : limits.memory, milliseconds: limits.milliseconds)
        do throws(ReaderFailure) {
            let reader = try takeReader()
            let bytes = try reader.ask(
                request.encoded(allowance), descriptors: descriptors, answerLimit: answerLimit, until: .now + limits.wait)
            var message = ByteReader(bytes)
            do throws(ByteReader.Failure) {
                let answer = try decode(&message)
                try message.finish()
                // A reader doesn't release the memory of a large picture.
                if isLarge { reader.end() } else { keep(reader) }
                return answer
            } catch {
                reader.end()
                throw ReaderFailure.nonsense
            }
        } catch {
            if !error.isPassing, let subject = subject() { note(error, about: subject) }
            throw error
        }
    }

    /// Returns what confines readers. It asks one of its own, and doesn't wait for others to have read their files.
    func confinement() throws(ReaderFailure) -> ReaderConfinement {
        let reader = try ReaderProcess(program: program, argument: ReaderService.argument, within: limits.start)
        reader.end()
        return reader.confinement
    }

    private func takeReader() throws(ReaderFailure) -> ReaderProcess {
        if let reader = readers.withLock({ $0.idle.popLast()?.reader }) { return reader }
        readers.withLock { $0.startCount += 1 }
        return try ReaderProcess(program: program, argument: ReaderService.argument, within: limits.start)
    }

    private func keep(_ reader: ReaderProcess) {
        let isFirst = readers.withLock { readers in
            readers.idle.append((reader, .now))
            defer { readers.isTimed = true }
            return !readers.isTimed
        }
        if isFirst { endIdle(after: limits.idle) }
    }

    /// Ends readers that have been idle for too long, after a delay. Without idle readers, no timer runs.
    private func endIdle(after delay: Duration) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
            guard let self else { return }
            let now = ContinuousClock.now
            let (ended, next) = readers.withLock { readers in
                let count = readers.idle.prefix { $0.since + self.limits.idle <= now }.count
                let ended = readers.idle[..<count].map(\.reader)
                readers.idle.removeFirst(count)
                readers.isTimed = !readers.idle.isEmpty
                return (ended, readers.idle.first?.since)
            }
            for reader in ended { reader.end() }
            if let next { endIdle(after: next + limits.idle - now) }
        }
    }

    private func note(_ failure: ReaderFailure, about subject: Int) {
        failures.withLock { failures in
            if failures.count >= 10_000 { failures.removeAll() }
            failures[subject] = failure
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) throws(ReaderFailure) {
        while semaphore.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            if Task.isCancelled { throw .interrupted }
        }
    }
}
