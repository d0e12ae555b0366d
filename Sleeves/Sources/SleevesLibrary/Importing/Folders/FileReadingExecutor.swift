internal import Dispatch
internal import Synchronization

/// Runs tasks that block on the disk, on threads of their own.
///
/// The threads of Swift's own pool are as many as the cores; a slow disk would hold them all, and everything else with them.
///
/// What is protected by what: `state` by its lock.
final class FileReadingExecutor: TaskExecutor {
    private struct State {
        var waiting: ArraySlice<UnownedJob> = []
        var runningCount = 0
    }

    private let queue = DispatchQueue(label: "sleeves.file-reading", attributes: .concurrent)
    private let threads: Int
    private let state = Mutex(State())

    /// - Parameter threads: How many jobs run at once; the others wait for their turn in the order in which they came.
    init(threads: Int = 64) {
        self.threads = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.runningCount < threads else { return false }
            state.runningCount += 1
            return true
        }
        if needsThread { queue.async { self.runWaiting() } }
    }

    private func runWaiting() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The job that has waited longest; `nil` where none does, and the thread ends.
    private func next() -> UnownedJob? {
        state.withLock { state in
            let job = state.waiting.popFirst()
            if job == nil { state.runningCount -= 1 }
            return job
        }
    }
}
