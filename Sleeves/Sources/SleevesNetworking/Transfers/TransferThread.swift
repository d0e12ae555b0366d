internal import CCurl
internal import Glibc
internal import Synchronization

/// A thread on which libcurl makes all requests of a client and keeps connections open for later ones.
///
/// The thread starts with the first request and ends after ``idleTime`` without one. Its connections are closed with it.
///
/// Shared state:
/// - `state`, protected by its lock: the thread's commands, and whether it runs.
/// - libcurl's handles and `Course` belong to the thread alone. `curl_multi_wakeup` is the only call that others make. They make it under
///   the lock, under which the thread takes the handle back before freeing it.
final class TransferThread: Sendable {
    /// libcurl's handle of all running transfers.
    private struct Handle: @unchecked Sendable {
        // SAFETY: only the thread uses it, except for waking the thread; see above.
        let pointer: UnsafeMutableRawPointer
    }

    private struct State {
        var commands: [Command] = []
        /// The handle; `nil` if the thread isn't running.
        var multi: Handle?
        var wasStarted = false
        var isShutDown = false
        var lastNumber = 0
        var endings: [CheckedContinuation<Void, Never>] = []
    }

    private enum Command {
        case start(Int, TransferRequest, CheckedContinuation<TransferAnswer, any Error>)
        case stop(Int)
    }

    /// The time for which the thread and its connections wait for the next request.
    private static let idleTime = Duration.seconds(30)
    /// The maximum number of open connections. Further requests wait.
    private static let connectionLimit = 96
    private static let isPrepared = ccurl_initialize() == CURLE_OK
    private let state = Mutex(State())

    /// Whether there was any request.
    var wasStarted: Bool { state.withLock(\.wasStarted) }

    /// Sends a request.
    ///
    /// - Throws: A ``TransferFailure``, or a `CancellationError` when the task is cancelled.
    func answer(to request: TransferRequest) async throws -> TransferAnswer {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let problem = give(.start(number, request, continuation)) { return continuation.resume(throwing: problem) }
                // A stop before the start has found nothing to stop.
                if Task.isCancelled { _ = give(.stop(number)) }
            }
        } onCancel: {
            _ = give(.stop(number))
        }
    }

    /// Ends all transfers and closes all connections. Every later request fails.
    func shutdown() async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                state.isShutDown = true
                guard let multi = state.multi else { return false }
                state.endings.append(continuation)
                curl_multi_wakeup(multi.pointer)
                return true
            }
            if !isRunning { continuation.resume() }
        }
    }

    /// Sends the thread a command, starting the thread if necessary.
    private func give(_ command: Command) -> TransferFailure? {
        state.withLock { state in
            if state.isShutDown { return TransferFailure(reason: .shutDown) }
            if state.multi == nil {
                guard case .start = command else { return nil }
                guard Self.isPrepared, let multi = curl_multi_init() else {
                    return TransferFailure(reason: .unreachable, detail: String(cString: strerror(ENOMEM)))
                }
                ccurl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.connectionLimit)
                ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 16)
                ccurl_multi_set_number(multi, CURLMOPT_PIPELINING, ccurl_no_pipelining)
                if let code = start() {
                    curl_multi_cleanup(multi)
                    return TransferFailure(reason: .unreachable, detail: String(cString: strerror(code)))
                }
                state.multi = Handle(pointer: multi)
                state.wasStarted = true
            }
            state.commands.append(command)
            curl_multi_wakeup(state.multi?.pointer)
            return nil
        }
    }

    /// Starts the thread.
    ///
    /// - Returns: The error number if the system can't create a thread.
    private func start() -> Int32? {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { retained in
                // SAFETY: retained above; this thread is the only one that takes it.
                if let retained { Unmanaged<TransferThread>.fromOpaque(retained).takeRetainedValue().run() }
                return nil
            },
            retained.toOpaque())
        guard code == 0 else {
            retained.release()
            return code
        }
        pthread_detach(thread)
        return nil
    }

    // MARK: On the thread

    private func run() {
        ccurl_name_thread("sleeves-network")
        // Other threads handle signals. OpenSSL may write to closed connections.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        guard let multi = state.withLock({ $0.multi })?.pointer else { return }
        var course = Course(multi: multi)
        var idleSince = ContinuousClock.now
        while true {
            let (commands, isShutDown) = state.withLock { state in
                defer { state.commands = [] }
                return (state.commands, state.isShutDown)
            }
            for command in commands { course.take(command) }
            if isShutDown { course.endAll(TransferFailure(reason: .shutDown)) }
            course.perform()
            if !course.isIdle { idleSince = .now }
            if isShutDown || ContinuousClock.now - idleSince >= Self.idleTime, end(multi) { return }
            course.wait(atMost: course.isIdle ? Self.idleTime : .seconds(60))
        }
    }

    /// Ends the thread, unless there are new commands.
    private func end(_ multi: UnsafeMutableRawPointer) -> Bool {
        let endings: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard state.commands.isEmpty else { return nil }
            state.multi = nil
            defer { state.endings = [] }
            return state.endings
        }
        guard let endings else { return false }
        curl_multi_cleanup(multi)
        for ending in endings { ending.resume() }
        return true
    }

    /// The state of the running transfers.
    private struct Course {
        private struct Entry {
            let transfer: Transfer
            let continuation: CheckedContinuation<TransferAnswer, any Error>
        }

        let multi: UnsafeMutableRawPointer
        private let budget = BodyBudget()
        private var entries: [Int: Entry] = [:]
        private var numbers: [UnsafeMutableRawPointer: Int] = [:]

        init(multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        var isIdle: Bool { entries.isEmpty }

        mutating func take(_ command: Command) {
            switch command {
            case .stop(let number):
                end(number, .failure(CancellationError()))
            case .start(let number, let request, let continuation):
                guard let transfer = Transfer(request, budget: budget) else {
                    return continuation.resume(throwing: TransferFailure(reason: .unreachable, detail: String(cString: strerror(ENOMEM))))
                }
                transfer.prepare()
                entries[number] = Entry(transfer: transfer, continuation: continuation)
                numbers[transfer.handle] = number
                curl_multi_add_handle(multi, transfer.handle)
            }
        }

        mutating func perform() {
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var code = CURLE_OK
            while let handle = ccurl_multi_next_done(multi, &code) {
                guard let number = numbers[handle], let entry = entries[number] else { continue }
                end(number, entry.transfer.result(code).mapError { $0 })
            }
            for (number, entry) in entries where entry.transfer.isOverdue() {
                end(number, entry.transfer.result(CURLE_OPERATION_TIMEDOUT).mapError { $0 })
            }
        }

        func wait(atMost longest: Duration) {
            let left = entries.values.reduce(longest) { min($0, $1.transfer.timeLeft) }
            curl_multi_poll(multi, nil, 0, Int32(clamping: Int(left / .milliseconds(1)) + 1), nil)
        }

        mutating func endAll(_ failure: TransferFailure) {
            for number in Array(entries.keys) { end(number, .failure(failure)) }
        }

        private mutating func end(_ number: Int, _ result: Result<TransferAnswer, any Error>) {
            guard let entry = entries.removeValue(forKey: number) else { return }
            numbers[entry.transfer.handle] = nil
            curl_multi_remove_handle(multi, entry.transfer.handle)
            entry.continuation.resume(with: result)
        }
    }
}
