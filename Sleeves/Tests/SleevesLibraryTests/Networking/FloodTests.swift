import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

/// Parts of an answer without an end, beside a body.
@Suite("Servers that flood their clients", .timeLimit(.minutes(10)))
struct FloodTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    static let floods: [(String, LoopbackServer.Reply)] = [
        ("interim answers", .flood("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")),
        ("interim answers, many at once", .flood("", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1_000))),
        ("lines of a head", .flood("HTTP/1.1 200 OK\r\n", String(repeating: "a: b\r\n", count: 1_000))),
        ("one line of a head", .flood("HTTP/1.1 200 OK\r\na: ", String(repeating: "b", count: 16_384))),
        ("one status line", .flood("HTTP/1.1 200 ", String(repeating: "b", count: 16_384))),
        ("a chunk's length", .flood(chunked, String(repeating: "0", count: 16_384))),
        ("a chunk's extension", .flood(chunked + "1;", String(repeating: "a", count: 16_384))),
        ("chunks of a byte", .flood(chunked, String(repeating: "1\r\na\r\n", count: 1_000))),
        (
            "chunks of a byte with extensions",
            .flood(chunked, String(repeating: "1;\(String(repeating: "b", count: 4_000))\r\na\r\n", count: 8))
        ),
        ("lines after the last chunk", .flood(chunked + "0\r\n", String(repeating: "a: b\r\n", count: 1_000))),
        ("the body of a redirect", .flood("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", String(repeating: "a", count: 16_384))),
        ("the body of an error", .flood("HTTP/1.1 404 No\r\n\r\n", String(repeating: "a", count: 16_384))),
        ("an older protocol", .flood("", String(repeating: "a", count: 16_384))),
        ("frames of HTTP/2", .flood("", "\0\0\u{8}\u{6}\0\0\0\0\0abcdefgh")),
    ]

    @Test("A flood ends at its limit, not by time", arguments: FloodTests.floods.map(\.0))
    func flood(name: String) async throws {
        let reply = try #require(Self.floods.first { $0.0 == name }).1
        // Longer than the test may take: the machine may be busy.
        let timeouts = HTTPClient.Timeouts(idle: .seconds(3_600), total: .seconds(3_600))
        let client = HTTPClient(version: "1", contact: "nobody", timeouts: timeouts)
        try await LoopbackServer.run({ _ in reply }) { server in
            let failure = await #expect(throws: HTTPClientError.self) {
                try await client.fetch(server.url("/"), limit: 1 << 20, reach: .anywhere)
            }
            #expect(failure?.reason != .timedOut)
        }
        await client.shutdown()
    }

    @Test("No version of HTTP with unrequested responses is offered")
    func version() async throws {
        let client = HTTPClient(version: "1", contact: "nobody")
        try await LoopbackServer.run({ _ in .answer(200) }) { server in
            _ = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            let request = try #require(await server.requests.first { _ in true })
            #expect(request.head.contains(" HTTP/1.1\r\n"))
            #expect(!request.head.lowercased().contains("upgrade"))
        }
        await client.shutdown()
    }

    @Test("A server that sends less than a kilobyte per second fails long before the total timeout")
    func pace() async throws {
        let timeouts = HTTPClient.Timeouts(idle: .milliseconds(500), total: .seconds(3_600))
        let client = HTTPClient(version: "1", contact: "nobody", timeouts: timeouts)
        try await LoopbackServer.run({ _ in .drip }) { server in
            _ = await #expect(throws: HTTPClientError(.timedOut, url: server.url("/"))) {
                try await client.fetch(server.url("/"), limit: 1 << 20, reach: .anywhere)
            }
        }
        await client.shutdown()
    }

    @Test("A host that was too slow twice gets no request for five minutes")
    func slowHost() async throws {
        let time = SkippingTime()
        let timeouts = HTTPClient.Timeouts(idle: .milliseconds(100))
        let client = HTTPClient(version: "1", contact: "nobody", timeouts: timeouts, time: time)
        let count = Mutex(0)
        try await LoopbackServer.run({ _ in
            count.withLock { $0 += 1 }
            return .silence
        }) { server in
            for attempts in [1, 2, 2, 2] {
                do {
                    _ = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
                    Issue.record("nobody has answered")
                } catch let error as HTTPClientError {
                    #expect(error.reason == .timedOut)
                }
                // The server may be slower than the client's patience.
                try await Eventually.holds("the request has come") { count.withLock { $0 } >= attempts }
                #expect(count.withLock { $0 } == attempts)
            }
            time.advance(by: .seconds(300))
            _ = try? await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            try await Eventually.holds("the request has come") { count.withLock { $0 } >= 3 }
            #expect(count.withLock { $0 } == 3)
        }
        await client.shutdown()
    }
}
