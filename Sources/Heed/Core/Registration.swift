/// An object that keeps registrations and can end them.
package protocol Registrar: AnyObject, Sendable {
    /// Ends a registration. Calling this again does nothing.
    ///
    /// - Parameters:
    ///   - id: The registration's number.
    ///   - isReleased: Whether the reason is that the token was released.
    func cancel(_ id: UInt64, isReleased: Bool)

    /// Whether no property that was observed is being changed in place, so that all can be read.
    var isReadable: Bool { get }
}

/// One registration, and the means to end it. It doesn't end by itself; tokens do that.
package struct Registration: Sendable {
    let registrar: any Registrar
    /// The registration's number; zero if it ended before it began.
    let id: UInt64

    init(_ id: UInt64, with registrar: any Registrar) {
        self.registrar = registrar
        self.id = id
    }

    /// Creates a registration for an observation that cancels itself on request.
    package init(_ observer: any Cancellable) {
        self.init(1, with: CancelOnce(observer))
    }

    package func cancel() { registrar.cancel(id, isReleased: false) }

    /// Whether what is observed can be read: no property of it is being changed in place.
    var isReadable: Bool { registrar.isReadable }
}

/// An observation to cancel, released once that is done, so that a token that you keep doesn't keep what its handler captured.
///
/// State and its protection: `target`, by its lock.
final class CancelOnce: Registrar {
    private let target: Lock<(any Cancellable)?>

    init(_ target: any Cancellable) {
        self.target = Lock(target)
    }

    func cancel(_ id: UInt64, isReleased: Bool) {
        // Released only after the cancellation: code that finds nothing here can rely on that.
        guard let present = target.withLock({ $0 }) else { return }
        if isReleased { present.cancelBecauseReleased() } else { present.cancel() }
        let released = target.withLock { target in
            defer { target = nil }
            return target
        }
        _ = released
    }

    var isReadable: Bool { target.withLock { $0 }?.isReadable ?? true }
}
