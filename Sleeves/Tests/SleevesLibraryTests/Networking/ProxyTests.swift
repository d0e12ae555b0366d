import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Proxies", .timeLimit(.minutes(10)))
struct ProxyTests {
    /// Fetches an address through a server that plays the proxy, and the host behind it.
    ///
    /// - Returns: What came of it, and what the proxy was asked: "CONNECT 192.0.2.7:80".
    private func fetch(
        _ url: String,
        reach: NetworkReach,
        knowing names: [String: [String]] = [:],
        refusing status: Int? = nil
    ) async throws -> (result: Result<[UInt8], any Error>, requests: [String]) {
        let requests = Mutex<[String]>([])
        return try await LoopbackServer.run({ request in
            requests.withLock { $0.append(request.head.split(separator: " ").prefix(2).joined(separator: " ")) }
            if let status, request.head.hasPrefix("CONNECT") { return .answer(status) }
            // The connection of a tunnel goes on as the host's own.
            return .answer(200, request.head.hasPrefix("CONNECT") ? [] : [7])
        }) { server in
            let proxy = FixedProxy(proxy: "http://somebody:secret@127.0.0.1:\(server.port)")
            let client = HTTPClient(version: "1", contact: "nobody", resolver: ScriptedResolver(names), proxies: proxy)
            let result: Result<[UInt8], any Error>
            do { result = .success(try await client.fetch(url, limit: 10, reach: reach)) } catch { result = .failure(error) }
            await client.shutdown()
            return (result, requests.withLock { $0 })
        }
    }

    @Test("The user's own address goes to the proxy unresolved")
    func trusted() async throws {
        let (result, requests) = try await fetch("http://covers.test/a?b", reach: .anywhere)
        #expect(try result.get() == [7])
        #expect(requests == ["GET http://covers.test/a?b"])
    }

    @Test("An untrusted address goes through the proxy to the address that was checked here, however the proxy resolves the name")
    func strangers() async throws {
        let (result, requests) = try await fetch("http://covers.test/a", reach: .publicNetwork, knowing: ["covers.test": ["93.184.216.34"]])
        #expect(try result.get() == [7])
        #expect(requests == ["CONNECT 93.184.216.34:80", "GET /a"])
    }

    @Test(
        "A proxy opens the private network neither to an untrusted address nor to an unknown name",
        arguments: [
            "http://127.0.0.1/", "http://10.1.2.3/", "http://[::1]/", "http://inside.test/", "http://unknown.test/", "http://localhost/",
        ])
    func privateNetwork(url: String) async throws {
        let (result, requests) = try await fetch(
            url, reach: .publicNetwork, knowing: ["inside.test": ["192.168.1.1"], "localhost": ["127.0.0.1"]])
        #expect(throws: HTTPClientError.self) { try result.get() }
        #expect(requests.isEmpty)
    }

    @Test("A service's name goes to the proxy only over TLS, so that the server must prove its identity")
    func services() async throws {
        let (result, requests) = try await fetch("https://archive.test/a", reach: .service)
        #expect(throws: HTTPClientError.self) { try result.get() }
        #expect(requests == ["CONNECT archive.test:443"])
    }

    @Test("A refusal by the proxy is reported as such, without the proxy's password")
    func refusal() async throws {
        let (result, _) = try await fetch("https://archive.test/a", reach: .service, refusing: 403)
        do {
            _ = try result.get()
            Issue.record("the proxy was passed")
        } catch let error as HTTPClientError {
            #expect(error.reason == .unreachable)
            #expect(error.description.contains("The proxy returned status 403."))
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("Requests to this computer use no proxy")
    func local() async throws {
        try await LoopbackServer.run({ _ in .answer(200, [1]) }) { server in
            let proxy = FixedProxy(proxy: "http://127.0.0.1:1")
            let client = HTTPClient(version: "1", contact: "nobody", resolver: SystemResolver(), proxies: proxy)
            let bytes = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere)
            #expect(bytes == [1])
            await client.shutdown()
        }
    }

    @Test(
        "The environment names proxies as it does for curl",
        arguments: [
            ("https://a.test/", EnvironmentProxies.Answer.proxy("http://one:1")), ("http://a.test/", .proxy("socks5h://two:2")),
            ("https://b.test/", .none), ("https://sub.b.test/", .none), ("https://ab.test/", .proxy("http://one:1")),
            ("https://c.test/", .none), ("https://192.0.2.1/", .none),
        ])
    func environment(url: String, answer: EnvironmentProxies.Answer) throws {
        let proxies = EnvironmentProxies([
            "https_proxy": "one:1", "HTTP_PROXY": "never:1", "all_proxy": "socks5h://two:2", "no_proxy": "b.test, .c.test,192.0.2.1",
        ])
        #expect(proxies.proxy(for: try #require(WebLocation(url))) == answer)
    }

    @Test("If the environment names no proxy, the desktop's settings apply")
    func unknown() throws {
        let location = try #require(WebLocation("https://a.test/"))
        for environment in [[:], ["https_proxy": ""], ["http_proxy": "one:1"], ["no_proxy": "a.test"]] {
            #expect(EnvironmentProxies(environment).proxy(for: location) == .unknown)
        }
    }
}
