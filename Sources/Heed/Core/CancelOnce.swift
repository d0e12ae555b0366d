/// Something to cancel, which is let go once that is done, so that a token that is kept does not keep what its handler captured.
///
/// What is protected by what: `target` by its lock.
package struct CancelOnce: ~Copyable, Sendable {
    private let target: Lock<(any Cancellable)?>

    package init(_ target: any Cancellable) {
        self.target = Lock(target)
    }

    /// Cancels the target. Calling again does nothing.
    package func cancel() {
        // Let go only after it was cancelled: whoever finds nothing here may rely on that.
        guard let present = target.withLock({ $0 }) else { return }
        present.cancel()
        target.withLock { $0 = nil }
    }

    /// Cancels the target, because nobody keeps the token any more.
    package func cancelBecauseReleased() {
        guard let present = target.withLock({ $0 }) else { return }
        present.cancelBecauseReleased()
    }
}
