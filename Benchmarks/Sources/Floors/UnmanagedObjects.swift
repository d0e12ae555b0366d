/// Somebody who is told of numbers.
open class Target {
    /// Creates a target.
    public init() {}

    /// Hears a number.
    open func receive(_ number: Int) {}
}

/// Objects that are called without touching their reference counts, for one thread: less work than this no list of observers can do.
///
/// It does not keep its objects alive.
package final class UnmanagedObjects {
    // SAFETY: who adds an object keeps it for as long as this list posts.
    private var targets: ContiguousArray<Unmanaged<Target>> = []

    package init() {}

    package func add(_ target: Target) {
        targets.append(.passUnretained(target))
    }

    package func post(_ number: Int) {
        targets.withUnsafeBufferPointer { targets in
            for target in targets {
                target._withUnsafeGuaranteedRef { $0.receive(number) }
            }
        }
    }
}
