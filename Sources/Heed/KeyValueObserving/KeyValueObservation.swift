/// An observation of a key path: keep it for as long as you want to hear, drop it to stop.
///
/// ## Behavior
/// - It stops when ``invalidate()`` is called, and when it is released.
/// - It keeps neither the observed object nor anything the object refers to alive.
/// - It may outlive the observed object, and then does nothing.
///
/// - Threading: May be invalidated and released on any thread.
public final class KeyValueObservation: Sendable {
    private let observer: CancelOnce

    package init(_ observer: any Cancellable) {
        self.observer = CancelOnce(observer)
    }

    deinit {
        observer.cancelBecauseReleased()
    }

    /// Stops the observation for good. Calling again does nothing.
    ///
    /// On the thread that delivers, the handler is not called again once this has returned, not even in the middle of a delivery. From
    /// another thread, a call that is under way may still finish; none starts after it.
    public func invalidate() {
        observer.cancel()
    }
}
