import Synchronization

/// One registered observer: its place in the order, and whether it still wants to hear.
///
/// What is protected by what:
/// - `id` never changes, nor does `place` once the listener is registered.
/// - `active` is atomic; it goes from true to false once and never back.
///
/// Subclasses say what happens to an event. They are called without any lock, on the thread that delivers.
package class Listener<Event>: @unchecked Sendable {
    // SAFETY: the stored properties here are constants or atomic; each subclass answers for its own.

    /// Later registrations have larger numbers. Never used twice.
    package let id: UInt64

    private let active = Atomic<Bool>(true)

    /// Where the observer was registered, if that is known. Set before it is added anywhere, and not again.
    package final var place: RegistrationPlace?

    init() {
        id = ListenerID.next()
    }

    /// False from the moment the observer was removed.
    package final var isActive: Bool {
        active.load(ordering: .acquiring)
    }

    /// Stops the listener for good.
    ///
    /// - Returns: Whether this call was the one that stopped it.
    package final func deactivate() -> Bool {
        active.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Takes one event. Called in the order of registration.
    package func receive(_ event: Event) {}

    /// The registry is gone; nothing will be heard any more.
    package func registryEnded() {}
}

/// The source of listeners' numbers: one for the whole process, so that an observer that listens in several places has one rank.
private enum ListenerID {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
