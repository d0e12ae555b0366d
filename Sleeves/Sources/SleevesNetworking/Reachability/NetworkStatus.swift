public import Heed

/// The state of the network, as far as it is known.
///
/// The library infers the state from its own requests. A desktop, which knows more, sets ``isAvailable``. The library observes it and
/// resumes waiting covers as soon as there is a network again.
///
/// - Threading: May be read and set on any thread.
@KeyValueObservable
public final class NetworkStatus: Sendable {
    /// Whether the system reports a network.
    public var isAvailable = true
    /// Whether the library's requests found a network. The library itself uses this value.
    public package(set) var isOnline = true

    package init() {}
}
