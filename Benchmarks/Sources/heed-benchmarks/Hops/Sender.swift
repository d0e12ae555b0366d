import Dispatch
import Foundation

/// The thread that values are sent from. It is made once, so that making it is no part of what is measured.
// SAFETY: the job is protected by the semaphores: it is written before `given` is signalled, and read after.
final class Sender: @unchecked Sendable {
    private static let shared = Sender()
    private let given = DispatchSemaphore(value: 0)
    private let taken = DispatchSemaphore(value: 0)
    private var job: @Sendable () -> Void = {}

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                given.wait()
                let job = job
                taken.signal()
                job()
            }
        }
    }

    /// Runs the job on the thread, and returns when it has begun.
    static func run(_ job: @escaping @Sendable () -> Void) {
        shared.job = job
        shared.given.signal()
        shared.taken.wait()
    }
}
