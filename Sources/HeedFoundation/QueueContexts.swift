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
    extension OperationQueue: ExecutionContext {
        /// Adds the job to the queue as an operation.
        public func execute(_ job: @escaping @Sendable () -> Void) {
            addOperation(job)
        }
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
