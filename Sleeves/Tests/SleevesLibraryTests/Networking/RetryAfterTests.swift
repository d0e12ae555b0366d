import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Hosts that send Retry-After", .timeLimit(.minutes(10)))
struct RetryAfterTests {
    private let date = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "The pause is in seconds or a date, and is limited to a day",
        arguments: [
            ("120", 120), ("0", 0), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Sunday, 06-Nov-94 08:49:47 GMT", 10), ("Sun Nov  6 08:49:47 1994", 10),
            ("99999999999999999999999", 86_400), ("Fri, 31 Dec 2100 23:59:59 GMT", 86_400),
        ])
    func parsing(text: String, seconds: Int) {
        #expect(RetryAfter.duration(text, at: date) == .seconds(seconds))
    }

    @Test("Invalid values are ignored", arguments: ["", "-1", "soon", "1.5", "06 Nov 1994", "08:49:47"])
    func nonsense(text: String) {
        #expect(RetryAfter.duration(text, at: date) == nil)
    }

    @Test("After a short pause, the request is repeated", arguments: [429, 503])
    func short(status: Int) async throws {
        let time = SkippingTime()
        let count = Mutex(0)
        let client = HTTPClient(version: "1", contact: "nobody", time: time)
        try await LoopbackServer.run({ _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .answer(status, headers: ["Retry-After: 2"]) : .answer(200, [1])
        }) { server in
            let bytes = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            #expect(bytes == [1])
        }
        #expect(time.sleeps == [.seconds(2)])
        await client.shutdown()
    }

    @Test("A pause applies to its host, whatever leads there, and is reported with its original status")
    func behindRedirect() async throws {
        let count = Mutex(0)
        let resolver = ScriptedResolver(["first.test": ["127.0.0.1"], "second.test": ["127.0.0.1"]])
        let client = HTTPClient(version: "1", contact: "nobody", time: SkippingTime(), resolver: resolver, proxies: FixedProxy())
        try await LoopbackServer.run({ request in
            guard request.head.contains("second.test") else {
                let port = request.head.firstMatch(of: /Host: first.test:(\d+)/)?.1 ?? ""
                return .answer(302, headers: ["Location: http://second.test:\(port)/"])
            }
            count.withLock { $0 += 1 }
            return .answer(429, headers: ["Retry-After: 600"])
        }) { server in
            for path in 0..<8 {
                do {
                    _ = try await client.fetch("http://first.test:\(server.port)/\(path)", limit: 10, reach: .anywhere)
                    Issue.record("the host was asked")
                } catch let error as HTTPClientError {
                    #expect(error.reason == .status(429))
                }
            }
        }
        #expect(count.withLock { $0 } == 1)
        await client.shutdown()
    }

    @Test(
        "A wish for no time at all, or for a time that has passed, is one for a second", arguments: ["0", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func none(text: String) async throws {
        let time = SkippingTime()
        let client = HTTPClient(version: "1", contact: "nobody", time: time)
        try await LoopbackServer.run({ _ in .answer(503, headers: ["Retry-After: \(text)"]) }) { server in
            _ = try? await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
        }
        #expect(time.sleeps == [.seconds(1), .seconds(1)])
        await client.shutdown()
    }

    @Test("A host that requests pauses again and again fails")
    func endless() async throws {
        let count = Mutex(0)
        let client = HTTPClient(version: "1", contact: "nobody", time: SkippingTime())
        try await LoopbackServer.run({ _ in
            count.withLock { $0 += 1 }
            return .answer(503, headers: ["Retry-After: 1"])
        }) { server in
            _ = await #expect(throws: HTTPClientError(.status(503), url: server.url("/"), retryAfter: .seconds(1))) {
                try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            }
        }
        #expect(count.withLock { $0 } == 3)
        await client.shutdown()
    }

    @Test("A long pause is reported, and the host gets no request until then, at any address")
    func long() async throws {
        let time = SkippingTime()
        let count = Mutex(0)
        let client = HTTPClient(version: "1", contact: "nobody", time: time)
        try await LoopbackServer.run({ _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .answer(429, headers: ["Retry-After: 600"]) : .answer(200, [1])
        }) { server in
            for path in ["/a", "/b"] {
                do {
                    _ = try await client.fetch(server.url(path), limit: 10, reach: .anywhere)
                    Issue.record("the host was asked")
                } catch let error as HTTPClientError {
                    #expect(error.retryAfter == .seconds(600))
                    #expect(error.isTemporary)
                }
            }
            #expect(count.withLock { $0 } == 1)
            time.advance(by: .seconds(600))
            let again = try await client.fetch(server.url("/b"), limit: 10, reach: .anywhere)
            #expect(again == [1])
        }
        #expect(time.sleeps.isEmpty)
        await client.shutdown()
    }
}
