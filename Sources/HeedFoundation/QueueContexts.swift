// Neither kind of queue is there where there is one thread.
#if canImport(Dispatch)
    public import Dispatch
    public import Foundation
    public import Heed

    /// A queue, serial or concurrent, as a place where handlers run: `on: .queue(queue)`, or the queue itself.
    ///
    /// ## Behavior
    /// - Every change arrives, in order, even where the queue runs several jobs at once.
    extension DispatchQueue: ExecutionContext {
        /// Runs the job on the queue.
        public func execute(_ job: @escaping @Sendable () -> Void) {
            async(execute: job)
        }
    }

    /// An operation queue as a place where handlers run: `on: .operations(queue)`, or the queue itself.
    ///
    /// ## Behavior
    /// - Every change arrives, in order, even where the queue runs several jobs at once.
    extension OperationQueue: ExecutionContext {
        /// Adds the job to the queue as an operation.
        public func execute(_ job: @escaping @Sendable () -> Void) {
            addOperation(job)
        }
    }

    extension ExecutionContext where Self == DispatchQueue {
        /// Handlers run on a dispatch queue, later. One observer's handler is never called by two threads at once, even on a concurrent queue.
        public static func queue(_ queue: DispatchQueue) -> DispatchQueue { queue }
    }

    extension ExecutionContext where Self == OperationQueue {
        /// Handlers run as operations of a queue, later. One observer's handler is never called by two threads at once.
        public static func operations(_ queue: OperationQueue) -> OperationQueue { queue }
    }
#endif
