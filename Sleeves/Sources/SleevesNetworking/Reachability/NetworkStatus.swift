public import Heed

/// Whether there is a network, as far as anybody knows.
///
/// The library finds out by itself, from what becomes of its requests. Who knows more, as a desktop does, says so by setting
/// ``isAvailable``; the library observes it, and goes on with the covers that wait as soon as there is a network again.
///
/// - Threading: May be read and set on any thread.
@KeyValueObservable
public final class NetworkStatus: Sendable {
    /// What the system says.
    public var isAvailable = true
    /// What the library's requests have found, which is what it goes by.
    public package(set) var isOnline = true

    package init() {}
}
