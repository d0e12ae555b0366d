import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Fetching over HTTP", .timeLimit(.minutes(10)))
struct HTTPClientTests {
    /// Runs a test with a client that is shut down after it, beside a server.
    private func run(
        timeouts: HTTPClient.Timeouts = .patient,
        answering reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply,
        _ body: (HTTPClient, LoopbackServer) async throws -> Void
    ) async throws {
        let client = HTTPClient(version: "1.2", contact: "https://example.org/sleeves", timeouts: timeouts)
        try await LoopbackServer.run(reply) { server in
            do {
                try await body(client, server)
            } catch {
                Issue.record(error)
            }
            await client.shutdown()
        }
    }

    /// The error of a fetch.
    private func failure(of client: HTTPClient, _ url: String, limit: Int = 1_000) async -> HTTPClientError.Reason? {
        do {
            _ = try await client.fetch(url, limit: limit, reach: .anywhere)
            Issue.record("The fetch succeeded.")
            return nil
        } catch let error as HTTPClientError {
            #expect(error.url == url)
            #expect(error.description.hasPrefix("\(url) "))
            return error.reason
        } catch {
            Issue.record(error)
            return nil
        }
    }

    @Test("The bytes of a response arrive, and the request identifies the client")
    func success() async throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        try await run(answering: { _ in .answer(200, body) }) { client, server in
            let bytes = try await client.fetch(server.url("/cover?size=large"), limit: 100_000, reach: .anywhere)
            #expect(bytes == body)
            let request = try #require(await server.requests.first { _ in true })
            #expect(request.path == "/cover?size=large")
            #expect(request.head.contains("User-Agent: Sleeves/1.2 (https://example.org/sleeves)"))
        }
    }

    @Test("An empty answer is an answer")
    func empty() async throws {
        try await run(answering: { _ in .answer(200) }) { client, server in
            let bytes = try await client.fetch(server.url("/"), limit: 0, reach: .anywhere)
            #expect(bytes.isEmpty)
        }
    }

    @Test(
        "A status other than 200 is an error that says whether to try again",
        arguments: [
            (204, false), (206, false), (304, false), (404, false), (408, true), (410, false), (429, true), (500, true), (503, true),
        ])
    func status(code: Int, isTemporary: Bool) async throws {
        try await run(answering: { _ in .answer(code) }) { client, server in
            #expect(await failure(of: client, server.url("/")) == .status(code))
            #expect(HTTPClientError(.status(code), url: "").isTemporary == isTemporary)
        }
    }

    @Test("An answer that announces more than the limit is refused, though its body never comes")
    func announcedTooLarge() async throws {
        try await run(answering: { _ in .stall }) { client, server in
            #expect(await failure(of: client, server.url("/"), limit: 99) == .tooLarge(limit: 99))
        }
    }

    @Test("An answer without end is refused at its limit")
    func endless() async throws {
        try await run(answering: { _ in .endless }) { client, server in
            #expect(await failure(of: client, server.url("/"), limit: 1_000_000) == .tooLarge(limit: 1_000_000))
        }
    }

    @Test("An answer may be as long as its limit, and no byte longer")
    func exactLimit() async throws {
        try await run(answering: { _ in .answer(200, [1, 2, 3]) }) { client, server in
            let bytes = try await client.fetch(server.url("/"), limit: 3, reach: .anywhere)
            #expect(bytes == [1, 2, 3])
            #expect(await failure(of: client, server.url("/"), limit: 2) == .tooLarge(limit: 2))
        }
    }

    @Test(
        "An answer that breaks off is an error",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
            "",
        ])
    func truncated(text: String) async throws {
        try await run(answering: { _ in .raw(text) }) { client, server in
            #expect(await failure(of: client, server.url("/")) == .truncated)
        }
    }

    @Test("An answer that is no HTTP is an error", arguments: ["nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"])
    func nonsense(text: String) async throws {
        try await run(answering: { _ in .raw(text) }) { client, server in
            #expect(await failure(of: client, server.url("/")) == .unreachable)
        }
    }

    @Test(
        "A chunked answer and one that ends with its connection arrive whole",
        arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc",
        ])
    func withoutLength(text: String) async throws {
        try await run(answering: { _ in .raw(text) }) { client, server in
            let bytes = try await client.fetch(server.url("/"), limit: 3, reach: .anywhere)
            #expect(bytes == Array("abc".utf8))
        }
    }

    @Test("A redirect is followed")
    func redirect() async throws {
        try await run(answering: { $0.path == "/end" ? .answer(200, [7]) : .answer(302, headers: ["Location: /end"]) }) { client, server in
            let bytes = try await client.fetch(server.url("/begin"), limit: 10, reach: .anywhere)
            #expect(bytes == [7])
        }
    }

    @Test("Redirects in a circle and without end are errors", arguments: ["/circle", "/on"])
    func endlessRedirects(path: String) async throws {
        try await run(answering: { request in
            .answer(301, headers: ["Location: \(path == "/circle" ? path : request.path + "/on")"])
        }) { client, server in
            #expect(await failure(of: client, server.url(path)) == .tooManyRedirects)
        }
    }

    @Test("A redirect to something else than the web is refused", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/"])
    func foreignRedirect(target: String) async throws {
        try await run(answering: { _ in .answer(302, headers: ["Location: \(target)"]) }) { client, server in
            #expect(await failure(of: client, server.url("/")) == .refusedRedirect)
        }
    }

    @Test("A server that stays silent, or stops in the middle, times out")
    func idle() async throws {
        for reply in [LoopbackServer.Reply.silence, .stall] {
            try await run(timeouts: HTTPClient.Timeouts(idle: .milliseconds(100)), answering: { _ in reply }) { client, server in
                #expect(await failure(of: client, server.url("/")) == .timedOut)
            }
        }
    }

    @Test("The total time counts for the whole answer, not for its beginning only")
    func total() async throws {
        for reply in [LoopbackServer.Reply.silence, .stall, .endless] {
            let timeouts = HTTPClient.Timeouts(idle: .seconds(50), total: .milliseconds(100))
            try await run(timeouts: timeouts, answering: { _ in reply }) { client, server in
                #expect(await failure(of: client, server.url("/"), limit: .max) == .timedOut)
            }
        }
    }

    @Test("A cancelled task stops its fetch")
    func cancellation() async throws {
        for reply in [LoopbackServer.Reply.silence, .stall] {
            try await run(answering: { _ in reply }) { client, server in
                let url = server.url("/")
                let fetch = Task { try await client.fetch(url, limit: 1_000, reach: .anywhere) }
                _ = await server.requests.first { _ in true }
                fetch.cancel()
                await #expect(throws: CancellationError.self) { try await fetch.value }
            }
        }
    }

    @Test("Shutting down ends the fetches under way and refuses later ones")
    func shutdown() async throws {
        try await run(answering: { _ in .silence }) { client, server in
            let url = server.url("/")
            let fetch = Task { await failure(of: client, url) }
            _ = await server.requests.first { _ in true }
            await client.shutdown()
            #expect(await fetch.value == .shutDown)
            #expect(await failure(of: client, url) == .shutDown)
            await client.shutdown()
        }
    }

    @Test("A host that is not there is an error", arguments: ["http://127.0.0.1:1/", "http://no-such-host.invalid/"])
    func unreachable(url: String) async {
        let client = HTTPClient(version: "1", contact: "nobody", timeouts: HTTPClient.Timeouts(connect: .seconds(2)))
        let reason = await failure(of: client, url)
        #expect(reason == .unreachable || reason == .timedOut || reason == .noNetwork)
        await client.shutdown()
    }

    @Test("A host is reached by its IPv6 address, or by another if that is unreachable", .enabled(if: Self.hasVersion6))
    func version6() async throws {
        let resolver = ScriptedResolver(["both.test": ["::1", "127.0.0.1"]])
        let client = HTTPClient(version: "1", contact: "nobody", resolver: resolver, proxies: FixedProxy())
        for host in ["::1", "127.0.0.1"] {
            try await LoopbackServer.run(on: host, { .answer(200, Array($0.path.utf8)) }) { server in
                for url in [server.url("/\(host)"), "http://both.test:\(server.port)/\(host)"] {
                    let bytes = try await client.fetch(url, limit: 100, reach: .anywhere)
                    #expect(String(decoding: bytes, as: UTF8.self) == "/\(host)")
                }
            }
        }
        await client.shutdown()
    }

    private static let hasVersion6 = FileManager.default.contents(atPath: "/proc/net/if_inet6")?.isEmpty == false

    @Test("A server without TLS is refused over https")
    func noCertificate() async throws {
        try await run(answering: { _ in .answer(200) }) { client, server in
            #expect(await failure(of: client, "https://127.0.0.1:\(server.port)/") == .unreachable)
        }
    }

    @Test(
        "Anything but a web address is refused without a request",
        arguments: [
            "", "cover.jpg", "file:///etc/hostname", "ftp://example.org/", "http://", "https:///path", "javascript:alert(1)",
            "http+unix://a/b",
        ])
    func noAddress(url: String) async {
        let client = HTTPClient(version: "1", contact: "nobody")
        #expect(await failure(of: client, url) == .notAnAddress)
        #expect(!client.isRunning)
    }

    @Test("A contact with line breaks does not become a header of its own")
    func headerInjection() async throws {
        let client = HTTPClient(version: "1", contact: "a\r\nEvil: yes")
        try await LoopbackServer.run { _ in
            .answer(200)
        } _: { server in
            _ = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            let request = try #require(await server.requests.first { _ in true })
            #expect(!request.head.contains("\r\nEvil"))
        }
        await client.shutdown()
    }

    @Test("Many fetches at once all arrive, each with its own answer")
    func concurrency() async throws {
        try await run(answering: { .answer(200, Array($0.path.utf8)) }) { client, server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let bytes = try await client.fetch(server.url("/\(number)"), limit: 100, reach: .anywhere)
                        #expect(String(decoding: bytes, as: UTF8.self) == "/\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("No thread of the network is started before the first fetch")
    func laziness() async {
        await #expect(processExitsWith: .success) {
            func networkThreads() throws -> Int {
                let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                return threads.filter { thread in
                    let name = FileManager.default.contents(atPath: "/proc/self/task/\(thread)/comm") ?? Data()
                    return String(decoding: name, as: UTF8.self).hasPrefix("sleeves-network")
                }.count
            }
            let client = HTTPClient(version: "1", contact: "nobody")
            #expect(!client.isRunning)
            let before = try networkThreads()
            #expect(before == 0)
            _ = try? await client.fetch("http://127.0.0.1:1/", limit: 1, reach: .anywhere)
            #expect(client.isRunning)
            let after = try networkThreads()
            #expect(after > 0)
            await client.shutdown()
        }
    }

    @Test("Releasing a client without shutting it down is harmless")
    func letGo() async throws {
        try await LoopbackServer.run { _ in
            .answer(200, [1])
        } _: { server in
            for _ in 0..<3 {
                let client = HTTPClient(version: "1", contact: "nobody")
                let bytes = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
                #expect(bytes == [1])
            }
        }
    }
}

extension HTTPClient.Timeouts {
    /// Longer than any test takes, so that nothing depends on how quick the machine is.
    static let patient = HTTPClient.Timeouts(connect: .seconds(600), idle: .seconds(600), total: .seconds(600))
}
