internal import CHeedThreads
import Synchronization

/// An observation that can be cancelled.
package protocol Cancellable: AnyObject, Sendable {
    /// Cancels the observation. Calling this again does nothing.
    func cancel()

    /// Cancels the observation because its token was released.
    func cancelBecauseReleased()

    /// Whether no property that is observed is being changed in place, so that all can be read.
    var isReadable: Bool { get }
}

extension Cancellable {
    package func cancelBecauseReleased() {
        cancel()
    }

    package var isReadable: Bool { true }
}

/// The result of registering an observer. Keep it as long as you want to observe; release it to stop.
///
/// ```swift
/// let subject = Subject<Int>()
/// let token = subject.attach { print($0) }
/// subject.notify(1)   // prints 1
/// token.invalidate()
/// subject.notify(2)   // prints nothing
/// ```
///
/// The optimizer may release a local variable right after its last use. Keep tokens in a property, or use `withExtendedLifetime`.
///
/// ## Behavior
/// - The observer is called until the token is invalidated or released, and not again, even in the middle of a delivery.
/// - Invalidating twice has the same effect as invalidating once.
/// - A token doesn't keep the observed object alive, and can outlive it.
/// - Invalidating the token releases what the handler captured, even if you keep the token.
/// - One collection can hold all kinds of tokens, including receptionists.
///
/// - Threading: You can invalidate and release a token on any thread.
public class ObservationToken: @unchecked Sendable {
    // SAFETY of `@unchecked`: the state is a constant and an atomic. Subclasses, all of them in this module, add only constants.
    private let registrar: any Registrar
    /// The registration's number; zero once the registration has ended.
    private let id: AtomicWord<UInt64>

    package init(_ registration: consuming Registration) {
        registrar = registration.registrar
        id = AtomicWord(registration.id)
    }

    package convenience init(_ observer: any Cancellable) {
        self.init(Registration(observer))
    }

    deinit {
        let id = id.load(ordering: .relaxed)
        if id != 0 { end(id, HEED_RELEASED) }
    }

    /// Removes the observer permanently. Calling this again does nothing.
    ///
    /// On the delivering thread, the handler isn't called again once this has returned, not even in the middle of a delivery. If you call
    /// this on another thread, a call in flight may still finish; none starts after it.
    public func invalidate() {
        let id = id.load(ordering: .acquiring)
        guard id != 0 else { return }
        end(id, HEED_INVALIDATED)
        // Set only now: code that finds zero can rely on the registration having ended.
        self.id.store(0, ordering: .releasing)
    }

    @inline(__always)
    private func end(_ id: UInt64, _ ending: heed_ending) {
        guard heed_is_indexing() else { return registrar.cancel(id, isReleased: ending == HEED_RELEASED) }
        Recording.ending(ending) { registrar.cancel(id, isReleased: ending == HEED_RELEASED) }
    }
}
