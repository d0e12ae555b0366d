internal import Dispatch
internal import Heed

/// A dispatch queue as a context for handlers. HeedFoundation has one too, but brings Foundation, which would be the larger part of a
/// static program.
struct SerialContext: ExecutionContext {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func execute(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }
}
