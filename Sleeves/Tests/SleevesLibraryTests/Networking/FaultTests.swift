import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Servers that fail", .timeLimit(.minutes(10)))
struct FaultTests {
    /// Fetches `/` from a server that answers like this.
    private func failure(
        _ reply: LoopbackServer.Reply,
        timeouts: HTTPClient.Timeouts = HTTPClient.Timeouts(),
        limit: Int = 1_000_000
    ) async throws -> HTTPClientError.Reason? {
        let client = HTTPClient(version: "1", contact: "nobody", timeouts: timeouts, time: SkippingTime())
        let reason: HTTPClientError.Reason? = try await LoopbackServer.run({ _ in reply }) { server in
            do {
                _ = try await client.fetch(server.url("/"), limit: limit, reach: .anywhere)
                return nil
            } catch let error as HTTPClientError {
                return error.reason
            }
        }
        await client.shutdown()
        return reason
    }

    @Test(
        "A connection that is reset, and an answer that is shorter than it was to be, are answers that broke off",
        arguments: [
            LoopbackServer.Reply.reset, .broken(part: [], of: 10, isReset: true), .broken(part: [1, 2, 3], of: 10, isReset: true),
            .broken(part: [1, 2, 3], of: 10, isReset: false),
        ])
    func brokenOff(reply: LoopbackServer.Reply) async throws {
        #expect(try await failure(reply) == .truncated)
    }

    @Test("A dripping response times out after its total time, even though data keeps arriving")
    func drip() async throws {
        let timeouts = HTTPClient.Timeouts(idle: .seconds(50), total: .milliseconds(150))
        #expect(try await failure(.drip, timeouts: timeouts) == .timedOut)
    }

    @Test("An answer of four gigabytes is refused before it comes")
    func fourGigabytes() async throws {
        #expect(try await failure(.broken(part: [1], of: 4 << 30, isReset: false), limit: 32 << 20) == .tooLarge(limit: 32 << 20))
    }

    @Test("A head without end is refused")
    func endlessHead() async throws {
        let lines = (0..<5_000).map { "X-\($0): \(String(repeating: "a", count: 400))\r\n" }.joined()
        let reason = try await failure(.raw("HTTP/1.1 200 OK\r\n\(lines)\r\n"))
        #expect(reason == .unreachable || reason == .truncated)
    }

    @Test("An answer that is longer than it said is as long as it said")
    func longerThanAnnounced() async throws {
        let client = HTTPClient(version: "1", contact: "nobody")
        try await LoopbackServer.run({ _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef") }) { server in
            let bytes = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            #expect(bytes == Array("abc".utf8))
        }
        await client.shutdown()
    }

    @Test("A chain of redirects is followed five times, and no further")
    func chain() async throws {
        let client = HTTPClient(version: "1", contact: "nobody")
        try await LoopbackServer.run({ request in
            let left = Int(request.path.dropFirst()) ?? 0
            return left == 0 ? .answer(200, [7]) : .answer(301, headers: ["Location: /\(left - 1)"])
        }) { server in
            let bytes = try await client.fetch(server.url("/5"), limit: 10, reach: .anywhere)
            #expect(bytes == [7])
            await #expect(throws: HTTPClientError(.tooManyRedirects, url: server.url("/6"))) {
                try await client.fetch(server.url("/6"), limit: 10, reach: .anywhere)
            }
        }
        await client.shutdown()
    }

    @Test(
        "A header that is too long is called that, in one line and in many",
        arguments: [
            ["X-Long: \(String(repeating: "a", count: 1 << 20))"], (0..<20_000).map { "X-\($0): \(String(repeating: "a", count: 50))" },
        ])
    func longHeaders(headers: [String]) async throws {
        let client = HTTPClient(version: "1", contact: "nobody", time: SkippingTime())
        try await LoopbackServer.run({ _ in .answer(200, [7], headers: headers) }) { server in
            let error = await #expect(throws: HTTPClientError.self) {
                try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            }
            #expect(error?.reason == .unreachable)
            #expect(error?.detail == "The header of the response is too long.")
        }
        await client.shutdown()
    }

    @Test("A long address is shortened to two hundred characters in messages and storage")
    func longAddresses() async throws {
        let long = "/" + String(repeating: "a", count: 5_000)
        for target in [long, "ftp://a.test\(long)"] {
            let client = HTTPClient(version: "1", contact: "nobody", time: SkippingTime())
            try await LoopbackServer.run({ request in
                request.path == "/" ? .answer(302, headers: ["Location: \(target)"]) : .answer(404)
            }) { server in
                let error = await #expect(throws: HTTPClientError.self) {
                    try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
                }
                let said = try #require(error?.description)
                #expect(said.count < 700 && !said.contains(String(repeating: "a", count: 201)), "\(said)")
            }
            let error = HTTPClientError(.status(404), url: "http://a.test\(long)")
            #expect(error.description.contains("aaa…") && error.description.count < 400)
            await client.shutdown()
        }
    }
}
