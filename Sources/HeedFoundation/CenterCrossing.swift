import Foundation
import Heed
import Synchronization

/// An observer in a notification center.
///
/// Foundation on Linux may still call an observer that was just removed, so this object records whether it is active.
///
/// State and its protection: `registration`, by its lock; `isActive` is atomic.
final class CenterCrossing: Cancellable, @unchecked Sendable {
    // SAFETY: any thread may use a notification center. The observer object that it returns is only passed back to it, under the lock.

    private let center: NotificationCenter
    private let registration = Mutex<Registration?>(nil)
    private let isActive = Atomic(true)

    private struct Registration: @unchecked Sendable {
        // SAFETY: see above.
        let observer: any NSObjectProtocol
    }

    init(_ center: NotificationCenter) {
        self.center = center
    }

    func observe(_ name: Notification.Name, object: AnyObject?, _ handler: @escaping @Sendable (Notification) -> Void) {
        let observer = center.addObserver(forName: name, object: object, queue: nil) { [weak self] notification in
            guard let self, isActive.load(ordering: .acquiring) else { return }
            handler(notification)
        }
        let new = Registration(observer: observer)
        registration.withLock { $0 = new }
    }

    func cancel() {
        guard isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
        let registered = registration.withLock { registration in
            defer { registration = nil }
            return registration
        }
        if let registered { center.removeObserver(registered.observer) }
    }
}
