internal import Dispatch

/// Runs tasks that block on the disk, on threads of their own.
///
/// The threads of Swift's own pool are as many as the cores; a slow disk would hold them all, and everything else with them.
final class FileReadingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "sleeves.file-reading", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
