@testable import Heed

/// A place where the stack is nearly used up, so that Heed postpones the deliveries of changes that are made within a handler.
enum LittleStack {
    static func run(_ body: () -> Void) {
        guard !Backlog.isNeeded(at: 0) else { return body() }
        withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 16) { used in
            used[0] = 1
            run(body)
            used[0] = 0
        }
    }
}
