internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Reader processes: as many as there are cores at most, started when they are first needed, and used again.
///
/// What is protected by what:
/// - `readers` by its lock: those that wait for work, the one that has waited longest first, how many were ever started, and whether a timer
///   runs that ends those that have waited too long.
/// - `places` and `largeTurn` synchronise themselves: how many may work at once.
/// - `failures` by its lock: what has ended a reader, so that nothing does it in a loop.
///
/// - Threading: May be used from any thread. The calls wait for the reader, so they belong on threads that may block.
final class ReaderPool: Sendable {
    struct Limits: Sendable {
        /// Of the processor, for a file.
        var milliseconds = 20_000
        /// For a request, however many files it has.
        var wait = Duration.seconds(60)
        /// For starting a reader.
        var start = Duration.seconds(30)
        /// How long a reader waits for work before it is ended.
        var idle = Duration.seconds(60)
        /// In bytes.
        var memory = 640 << 20
        /// For pictures that are decoded one at a time, because they need so much.
        var largeMemory = 1_536 << 20
    }

    private struct Readers {
        var idle: [(reader: ReaderProcess, since: ContinuousClock.Instant)] = []
        var startCount = 0
        var isTimed = false
    }

    private let program: String
    private let argument: String
    private let limits: Limits
    private let readers = Mutex(Readers())
    private let places: DispatchSemaphore
    private let largeTurn = DispatchSemaphore(value: 1)
    private let failures = Mutex<[Int: ReaderFailure]>([:])

    /// - Parameters:
    ///   - program: The executable, which runs ``ReaderService`` when it is given `argument` alone.
    ///   - width: How many readers there are at most; as many as there are cores.
    init(
        program: String,
        argument: String = ReaderService.argument,
        limits: Limits = Limits(),
        width: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.program = program
        self.argument = argument
        self.limits = limits
        places = DispatchSemaphore(value: max(width, 1))
    }

    deinit {
        for (reader, _) in readers.withLock({ $0.idle }) { reader.end() }
    }

    /// The readers that wait for work.
    var idleProcesses: [pid_t] { readers.withLock { $0.idle.map(\.reader.process) } }
    /// How many were started, all in all.
    var startCount: Int { readers.withLock { $0.startCount } }

    /// Has a reader do something.
    ///
    /// - Parameters:
    ///   - subject: Tells what is read from everything else. What has hurt a reader once is not given to another.
    ///   - isLarge: Whether it needs much memory, and so waits until nothing else does.
    ///   - answerLimit: The longest answer that makes sense, in bytes.
    ///   - decode: Understands the answer.
    func ask<Answer>(
        _ request: ReaderRequest,
        about subject: @autoclosure () -> Int?,
        descriptors: [Int32] = [],
        isLarge: Bool = false,
        answerLimit: Int,
        decode: (inout MessageReader) throws(MessageReader.Nonsense) -> Answer
    ) throws(ReaderFailure) -> Answer {
        // Telling a picture from others takes time, and nearly always there is nothing to tell it from.
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
            var message = MessageReader(bytes)
            do throws(MessageReader.Nonsense) {
                let answer = try decode(&message)
                try message.finish()
                // What it took for a large picture it does not give back.
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

    private func takeReader() throws(ReaderFailure) -> ReaderProcess {
        if let reader = readers.withLock({ $0.idle.popLast()?.reader }) { return reader }
        readers.withLock { $0.startCount += 1 }
        return try ReaderProcess(program: program, argument: argument, within: limits.start)
    }

    private func keep(_ reader: ReaderProcess) {
        let isFirst = readers.withLock { readers in
            readers.idle.append((reader, .now))
            defer { readers.isTimed = true }
            return !readers.isTimed
        }
        if isFirst { endIdle(after: limits.idle) }
    }

    /// Ends readers that nobody has needed for long, once that may be so. No timer runs while no reader waits.
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
