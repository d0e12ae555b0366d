import Synchronization
import Glibc
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Networks that an untrusted address must not reach", .timeLimit(.minutes(10)))
struct PrivateNetworkTests {
    private func client(_ resolver: any HostResolving) -> HTTPClient {
        HTTPClient(version: "1", contact: "nobody", resolver: resolver, proxies: FixedProxy())
    }

    @Test(
        "This computer is refused by any name, without a request",
        arguments: ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0", "[::1]", "[::ffff:127.0.0.1]", "localhost", "LOCALHOST"])
    func loopback(host: String) async throws {
        try await LoopbackServer.run({ _ in .answer(200, [1]) }) { server in
            let client = HTTPClient(version: "1", contact: "nobody")
            let reason = await reason(of: client, "http://\(host):\(server.port)/")
            #expect(reason == .privateAddress, "\(String(describing: reason))")
            #expect(!client.isRunning)
            await client.shutdown()
        }
    }

    @Test("A name of which one address is private is refused, though others are not")
    func oneOfSeveral() async {
        let client = client(ScriptedResolver(["mixed.test": ["93.184.216.34", "10.0.0.1"]]))
        #expect(await reason(of: client, "https://mixed.test/a.jpg") == .privateAddress)
        #expect(!client.isRunning)
        await client.shutdown()
    }

    @Test("A redirect to a private address is refused without a request to it")
    func redirect() async throws {
        let asked = Mutex<[String]>([])
        try await LoopbackServer.run({ request in
            asked.withLock { $0.append(request.path) }
            return .answer(302, headers: ["Location: http://inside.test:1/secret"])
        }) { server in
            let client = client(ScriptedResolver(["outside.test": ["127.0.0.1"], "inside.test": ["127.0.0.2"]]))
            // The test's own idea of what is public: the server is, and the other address is not.
            let reach = NetworkReach { $0.description == "127.0.0.1" }
            #expect(await reason(of: client, "http://outside.test:\(server.port)/cover", reach: reach) == .privateAddress)
            #expect(asked.withLock { $0 } == ["/cover"])
            await client.shutdown()
        }
    }

    @Test("The connection goes to the checked address without resolving the name again, and the server receives the name")
    func rebinding() async throws {
        try await LoopbackServer.run({ _ in .answer(200, [1]) }) { server in
            // Nobody but this resolver knows the name.
            let resolver = ScriptedResolver(["rebound.test": ["127.0.0.1"]])
            let client = client(resolver)
            let url = "http://rebound.test:\(server.port)/"
            let bytes = try await client.fetch(url, limit: 10, reach: .anywhere)
            #expect(bytes == [1])
            resolver.set(["127.0.0.2"], for: "rebound.test")
            let again = try await client.fetch(url, limit: 10, reach: .anywhere)
            #expect(again == [1])
            #expect(resolver.lookUps == ["rebound.test"])
            let request = try #require(await server.requests.first { _ in true })
            #expect(request.head.lowercased().contains("host: rebound.test:\(server.port)"))
            await client.shutdown()
        }
    }

    @Test("If a name's first address is unreachable, the next one is tried")
    func nextAddress() async throws {
        try await LoopbackServer.run({ _ in .answer(200, [1]) }) { server in
            let client = client(ScriptedResolver(["two.test": ["127.0.0.3", "127.0.0.1"]]))
            let bytes = try await client.fetch("http://two.test:\(server.port)/", limit: 10, reach: .anywhere)
            #expect(bytes == [1])
            await client.shutdown()
        }
    }

    @Test(
        "An unknown name is an error of its host; a missing answer means a missing network only without a route",
        arguments: [true, false])
    func names(hasRoute: Bool) async {
        let client = client(ScriptedResolver(["unknown.test": []], hasRoute: hasRoute))
        #expect(await reason(of: client, "https://unknown.test/") == .unreachable)
        #expect(await reason(of: client, "https://elsewhere.test/") == (hasRoute ? .unresolved : .noNetwork))
        await client.shutdown()
    }

    @Test("The system's codes mean a missing network only without a route")
    func codes() {
        #expect(HostResolverError(EAI_AGAIN) { true }.reason == .unresolved)
        #expect(HostResolverError(EAI_AGAIN) { false }.reason == .noNetwork)
        #expect(HostResolverError(EAI_NONAME) { false }.reason == .unreachable)
    }

    @Test("A host with only IPv6 doesn't mean a missing network, if IPv4 or IPv6 has a route")
    func version6Alone() async {
        let client = client(ScriptedResolver(["six.test": ["2001:db8::1"]]))
        let reason = await reason(of: client, "https://six.test/", reach: .anywhere)
        #expect(reason != nil)
        if DefaultRoute.exists { #expect(reason != .noNetwork) }
        await client.shutdown()
    }

    private func reason(of client: HTTPClient, _ url: String, reach: NetworkReach = .publicNetwork) async -> HTTPClientError.Reason? {
        do {
            _ = try await client.fetch(url, limit: 100, reach: reach)
            return nil
        } catch {
            return (error as? HTTPClientError)?.reason
        }
    }
}
