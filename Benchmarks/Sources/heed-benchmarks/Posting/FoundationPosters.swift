import CPeers
import Foundation
import Synchronization

/// Foundation's centre as it always was: a name, and the number in a dictionary.
final class NamedNotificationPoster: Poster {
    let name = "Foundation, name and userInfo"
    let role = Role.peer
    private let center = NotificationCenter()
    private let posted = Notification.Name("posted")
    private let sum = Sum()
    private var observers: [any NSObjectProtocol] = []

    func reserve(_ count: Int) {
        observers.reserveCapacity(observers.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            observers.append(
                center.addObserver(forName: posted, object: nil, queue: nil) { notification in
                    guard let number = notification.userInfo?["number"] as? Int else { return }
                    switch target {
                    case .shared: sum.value &+= number
                    case .thread: add_to_thread_sum(Int64(number))
                    }
                }
            )
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { center.post(name: posted, object: nil, userInfo: ["number": number]) }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let observer = center.addObserver(forName: posted, object: nil, queue: nil) { notification in
                sum.value &+= notification.userInfo?["number"] as? Int ?? 0
            }
            center.removeObserver(observer)
        }
    }
}

/// The subject of the typed messages below.
final class MessageSubject: Sendable {}

/// Foundation's typed messages, on the main actor.
final class MainActorMessagePoster: Poster {
    let name = "Foundation, MainActorMessage"
    let role = Role.peer
    let isThreadSafe = false
    let canPostAnywhere = false
    private let center = NotificationCenter()
    private let subject = MessageSubject()
    private let sum = Sum()
    private var tokens: [NotificationCenter.ObservationToken] = []

    private struct Posted: NotificationCenter.MainActorMessage {
        typealias Subject = MessageSubject
        static var name: Notification.Name { Notification.Name("main actor message") }
        let number: Int
    }

    deinit {
        for token in tokens { center.removeObserver(token) }
    }

    func reserve(_ count: Int) {
        tokens.reserveCapacity(tokens.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            tokens.append(center.addObserver(of: subject, for: Posted.self) { sum.value &+= $0.number })
        }
    }

    func post(_ times: Int) {
        let (center, subject) = (center, subject)
        MainActor.assumeIsolated {
            for number in 0..<times { center.post(Posted(number: number), subject: subject) }
        }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            center.removeObserver(center.addObserver(of: subject, for: Posted.self) { sum.value &+= $0.number })
        }
    }
}

/// Foundation's typed messages whose observers are async: each is told in a task of its own.
final class AsyncMessagePoster: Poster {
    let name = "Foundation, AsyncMessage"
    let role = Role.peer
    let isAsynchronous = true
    private let center = NotificationCenter()
    private let subject = MessageSubject()
    private let heard = Heard()
    private var tokens: [NotificationCenter.ObservationToken] = []

    private struct Posted: NotificationCenter.AsyncMessage {
        typealias Subject = MessageSubject
        static var name: Notification.Name { Notification.Name("async message") }
        let number: Int
    }

    deinit {
        for token in tokens { center.removeObserver(token) }
    }

    func reserve(_ count: Int) {
        tokens.reserveCapacity(tokens.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let heard = heard
        for _ in 0..<count {
            tokens.append(center.addObserver(of: subject, for: Posted.self) { (message: Posted) async in heard.add(message.number) })
        }
    }

    func post(_ times: Int) {
        heard.expect(times * tokens.count)
        for number in 0..<times { center.post(Posted(number: number), subject: subject) }
        heard.wait()
    }

    func addAndRemove(_ times: Int) {
        let heard = heard
        for _ in 0..<times {
            center.removeObserver(
                center.addObserver(of: subject, for: Posted.self) { (message: Posted) async in heard.add(message.number) }
            )
        }
    }
}
