/// Who keeps registrations and can end them.
package protocol Registrar: AnyObject, Sendable {
    /// Ends a registration. Calling again does nothing.
    ///
    /// - Parameters:
    ///   - id: Which one.
    ///   - isReleased: Whether the reason is that the token was released.
    func cancel(_ id: UInt64, isReleased: Bool)
}

/// One registration, and how to end it. It does not end by itself: that is what tokens are for.
package struct Registration: Sendable {
    let registrar: any Registrar
    /// Zero for a registration that has ended before it began.
    let id: UInt64

    init(_ id: UInt64, with registrar: any Registrar) {
        self.registrar = registrar
        self.id = id
    }

    /// The registration of something that ends itself when it is told to.
    package init(_ observer: any Cancellable) {
        self.init(1, with: CancelOnce(observer))
    }

    package func cancel() { registrar.cancel(id, isReleased: false) }
}

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
