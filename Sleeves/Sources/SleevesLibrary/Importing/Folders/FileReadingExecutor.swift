internal import Foundation

/// Runs tasks that block on the disk, on threads of their own.
///
/// The threads of Swift's own pool are as many as the cores; a slow disk would hold them all, and everything else with them.
final class FileReadingExecutor: TaskExecutor {
    private let queue = OperationQueue()

    /// - Parameter threads: How many jobs run at once; the others wait for their turn in the order in which they came.
    init(threads: Int = 64) {
        queue.name = "sleeves.file-reading"
        queue.maxConcurrentOperationCount = threads
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
