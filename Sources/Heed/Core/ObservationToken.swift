import Synchronization

/// Something that can be told to stop observing.
package protocol Cancellable: AnyObject, Sendable {
    /// Stops it. Calling again does nothing.
    func cancel()

    /// As ``cancel()``, where the reason is that the token was released.
    func cancelBecauseReleased()
}

extension Cancellable {
    package func cancelBecauseReleased() {
        cancel()
    }
}

/// What registering an observer returns, whichever way: keep it for as long as you want to hear, drop it to stop.
///
/// ```swift
/// let subject = Subject<Int>()
/// let token = subject.attach { print($0) }
/// subject.notify(1)   // prints 1
/// token.invalidate()
/// subject.notify(2)   // prints nothing
/// ```
///
/// The optimiser may release a local variable right after its last use. Keep tokens in a property, or use `withExtendedLifetime`.
///
/// ## Behavior
/// - The observer hears until the token is invalidated or released, and not again, even in the middle of a delivery.
/// - Invalidating twice is the same as once.
/// - It does not keep what is observed alive, and may outlive it.
/// - What the handler captured is released when the token is invalidated, even if the token is kept.
/// - All tokens can be kept in one collection, a receptionist too.
///
/// - Threading: A token may be invalidated and released on any thread.
public class ObservationToken: @unchecked Sendable {
    // SAFETY of `@unchecked`: a constant, and an atomic. What inherits from it, none of it outside this module, adds constants.
    private let registrar: any Registrar
    /// The registration's number; zero once it has ended.
    private let id: Atomic<UInt64>

    package init(_ registration: Registration) {
        registrar = registration.registrar
        id = Atomic(registration.id)
    }

    package convenience init(_ observer: any Cancellable) {
        self.init(Registration(observer))
    }

    deinit {
        let id = id.load(ordering: .relaxed)
        if id != 0 { registrar.cancel(id, isReleased: true) }
    }

    /// Stops the observer for good. Calling again does nothing.
    ///
    /// On the thread that delivers, the handler is not called again once this has returned, not even in the middle of a delivery. From
    /// another thread, a call that is under way may still finish; none starts after it.
    public func invalidate() {
        let id = id.load(ordering: .acquiring)
        guard id != 0 else { return }
        registrar.cancel(id, isReleased: false)
        // Only now: whoever finds zero may rely on the registration having ended.
        self.id.store(0, ordering: .releasing)
    }
}
