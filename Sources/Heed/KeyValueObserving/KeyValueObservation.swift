import Synchronization

/// An observation of a key path: keep it for as long as you want to hear, drop it to stop.
///
/// ## Behavior
/// - It stops when ``invalidate()`` is called, and when it is released.
/// - It keeps neither the observed object nor anything the object refers to alive.
/// - It may outlive the observed object, and then does nothing.
///
/// - Threading: May be invalidated and released on any thread.
public final class KeyValueObservation: Sendable {
    private let registrar: any Registrar
    /// The registration's number; zero once it has ended.
    private let id: Atomic<UInt64>

    package init(_ registration: Registration) {
        registrar = registration.registrar
        id = Atomic(registration.id)
    }

    deinit {
        let id = id.load(ordering: .relaxed)
        if id != 0 { registrar.cancel(id, isReleased: true) }
    }

    /// Stops the observation for good. Calling again does nothing.
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
