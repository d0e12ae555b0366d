import Foundation
import Synchronization

/// Foundation's notification centre with an observer on the main operation queue.
// SAFETY: the centre is safe to use from any thread; the observer is set before anything is posted.
final class OperationHop: Hop, @unchecked Sendable {
    let name = "NotificationCenter, OperationQueue.main"
    let role = Role.peer
    private let center = NotificationCenter()
    private let posted = Notification.Name("posted")
    private var observer: (any NSObjectProtocol)?

    deinit {
        if let observer { center.removeObserver(observer) }
    }

    func start(_ arrivals: Arrivals) {
        observer = center.addObserver(forName: posted, object: nil, queue: .main) { notification in
            let number = notification.userInfo?["number"] as? Int ?? 0
            MainActor.assumeIsolated { arrivals.take(number) }
        }
    }

    func send(_ count: Int) {
        for number in 0..<count { center.post(name: posted, object: nil, userInfo: ["number": number]) }
    }
}
