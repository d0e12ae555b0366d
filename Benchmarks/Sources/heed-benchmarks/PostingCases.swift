import Foundation
import Heed

/// A message posted to many observers.
enum PostingCases {
    static func all() -> [Benchmark] {
        [0, 1, 10, 100, 1_000].map(posting)
    }

    private struct Ping: HubMessage {
        let number: Int
    }

    private static func posting(to count: Int) -> Benchmark {
        let sum = Sum()

        let closures = (0..<count).map { _ in { (number: Int) in sum.value &+= number } }

        let hub = NotificationHub()
        let heedings = (0..<count).map { _ in hub.observe(Ping.self) { sum.value &+= $0.number } }

        let subject = Subject<Int>()
        let tokens = (0..<count).map { _ in subject.attach { sum.value &+= $0 } }

        let center = NotificationCenter()
        let name = Notification.Name("ping")
        let registrations = (0..<count).map { _ in
            center.addObserver(forName: name, object: nil, queue: nil) { sum.value &+= $0.userInfo?["number"] as? Int ?? 0 }
        }

        return Benchmark(
            name: "post to \(count)",
            operationsPerTime: max(1, count),
            contenders: [
                Contender(name: "closures in an array") { times in
                    for number in 0..<times { for closure in closures { closure(number) } }
                },
                Contender(name: "Heed NotificationHub") { times in
                    for number in 0..<times { hub.post(Ping(number: number)) }
                    withExtendedLifetime(heedings) {}
                },
                Contender(name: "Heed Subject") { times in
                    for number in 0..<times { subject.notify(number) }
                    withExtendedLifetime(tokens) {}
                },
                Contender(name: "Foundation NotificationCenter") { times in
                    for number in 0..<times { center.post(name: name, object: nil, userInfo: ["number": number]) }
                    withExtendedLifetime(registrations) {}
                },
            ]
        )
    }

    /// What observers do with what they hear.
    // SAFETY: the benchmark has one thread.
    private final class Sum: @unchecked Sendable {
        var value = 0
    }
}
