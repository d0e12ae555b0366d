/// Something to cancel, which is let go once that is done, so that a token that is kept does not keep what its handler captured.
///
/// What is protected by what: `target` by its lock.
final class CancelOnce: Registrar {
    private let target: Lock<(any Cancellable)?>

    init(_ target: any Cancellable) {
        self.target = Lock(target)
    }

    func cancel(_ id: UInt64, isReleased: Bool) {
        // Let go only after it was cancelled: whoever finds nothing here may rely on that.
        guard let present = target.withLock({ $0 }) else { return }
        if isReleased { present.cancelBecauseReleased() } else { present.cancel() }
        target.withLock { $0 = nil }
    }
}
