// Single-threaded platforms have neither kind of queue.
#if canImport(Dispatch)
    public import Dispatch
    public import Foundation
    public import Heed

    /// A serial or concurrent queue as a context for handlers: `on: .queue(queue)`, or the queue itself.
    ///
    /// ## Behavior
    /// - Every change arrives, in order, even if the queue runs several jobs at once.
    extension DispatchQueue: ExecutionContext {
        /// Runs the job on the queue.
        public func execute(_ job: @escaping @Sendable () -> Void) {
            async(execute: job)
        }
    }

    /// An operation queue as a context for handlers: `on: .operations(queue)`, or the queue itself.
    ///
    /// ## Behavior
    /// - Every change arrives, in order, even if the queue runs several jobs at once.
    /// - `cancelAllOperations()` doesn't cancel deliveries. To end them, invalidate the token.
    extension OperationQueue: ExecutionContext {
        /// Adds the job to the queue as an operation that can't be cancelled.
        public func execute(_ job: @escaping @Sendable () -> Void) {
            addOperation(JobOperation(job))
        }
    }

    /// An operation that runs its job even if the program cancels it. An observer has one job in flight, so it would wait for a dropped one forever.
    private final class JobOperation: Operation, @unchecked Sendable {
        // SAFETY of `@unchecked`: a constant that is `Sendable`. The compiler requires the attribute because the class inherits.
        private let job: @Sendable () -> Void

        init(_ job: @escaping @Sendable () -> Void) {
            self.job = job
        }

        override func main() {
            job()
        }

        override func cancel() {}
    }

    extension ExecutionContext where Self == DispatchQueue {
        /// Returns a context that runs handlers on a dispatch queue, asynchronously. It never runs one observer's handler concurrently with
        /// itself, even on a concurrent queue.
        public static func queue(_ queue: DispatchQueue) -> DispatchQueue { queue }
    }

    extension ExecutionContext where Self == OperationQueue {
        /// Returns a context that runs handlers as operations of a queue, asynchronously. It never runs one observer's handler
        /// concurrently with itself.
        public static func operations(_ queue: OperationQueue) -> OperationQueue { queue }
    }
#endif
