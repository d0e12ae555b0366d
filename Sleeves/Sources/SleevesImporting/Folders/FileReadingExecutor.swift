internal import Dispatch
internal import Synchronization

/// An executor with its own threads for tasks that block on the disk.
///
/// Swift's own pool has as many threads as there are cores. A slow disk would block them all, and everything else with them.
///
/// Shared state: `state`, protected by its lock.
package final class FileReadingExecutor: TaskExecutor {
    private struct State {
        var waiting: ArraySlice<UnownedJob> = []
        var runningCount = 0
    }

    private let threads: Int
    private let state = Mutex(State())

    /// - Parameter threads: The maximum number of concurrent jobs. Others wait for their turn in order.
    package init(threads: Int = 64) {
        self.threads = threads
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // As soon as it is among those that wait, another thread may run it to the end of the last task that keeps this executor.
        let own = Unmanaged.passRetained(self)
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.runningCount < threads else { return false }
            state.runningCount += 1
            return true
        }
        // A serial queue gets a thread at once. Concurrent ones have as many as there are cores, and another only after a second.
        guard needsThread else { return own.release() }
        DispatchQueue(label: "sleeves.file-reading").async { own.takeRetainedValue().runWaiting() }
    }

    private func runWaiting() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Returns the job that has waited longest; `nil` if there is none, and the thread ends.
    private func next() -> UnownedJob? {
        state.withLock { state in
            let job = state.waiting.popFirst()
            if job == nil { state.runningCount -= 1 }
            return job
        }
    }
}
