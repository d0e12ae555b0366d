import Testing

@testable import GTKAdapters

@Suite("Requests to the Broadway server")
struct BroadwayRequestTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let host = "127.0.0.1:8080"
    private static let own = "Host: 127.0.0.1:8080"
    private static let socket = ["Origin: http://127.0.0.1:8080", "Upgrade: websocket", "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw=="]

    @Test("The page, its script and its socket are forwarded with only the headers that the server needs")
    func allowed() throws {
        let page = try Self.request("GET /\(Self.token)/ HTTP/1.1", Self.own, "Cookie: a=b")
        #expect(page.target == .page)
        #expect(page.head == "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n")
        #expect(try Self.request("GET /\(Self.token)/broadway.js?x HTTP/1.1", Self.own).head.hasPrefix("GET /broadway.js HTTP/1.1\r\n"))
        #expect(try Self.request("GET /\(Self.token)/tab HTTP/1.1", Self.own).target == .tab)
        let socket = try Self.request(["GET /\(Self.token)/socket HTTP/1.1", Self.own] + Self.socket)
        #expect(socket.target == .socket)
        #expect(socket.head.contains("Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n"))
    }

    /// Requests that somebody may make who doesn't have the address, or makes a browser make.
    private static let strangers: [[String]] = {
        let page = ["GET /\(token)/ HTTP/1.1"]
        let socketLine = ["GET /\(token)/socket HTTP/1.1"]
        let withoutToken: [[String]] = ["/", "/\(token.dropLast())/", "/\(token)0/", "//\(token)/", "/\(token.uppercased())/"].map { path in
            ["GET \(path) HTTP/1.1", own]
        }
        let otherHosts: [[String]] = [page, page + ["Host: evil.example:8080"], page + ["Host: localhost:8080"]]
        let otherOrigins: [[String]] = ["http://evil.example", "null", "http://127.0.0.1:8081"].flatMap { origin -> [[String]] in
            [page + [own, "Origin: \(origin)"], socketLine + [own, "Origin: \(origin)"] + socket.dropFirst()]
        }
        var sockets: [[String]] = [["GET /socket HTTP/1.1", own] + socket]
        sockets.append(socketLine + [own] + socket.dropFirst())
        sockets.append(socketLine + [own] + socket.dropLast())
        sockets.append(socketLine + [own] + socket.dropLast() + ["Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBh\nDw=="])
        return withoutToken + otherHosts + otherOrigins + sockets
    }()

    @Test("Requests without the token, the host or the origin are refused", arguments: strangers)
    func forbidden(_ lines: [String]) {
        #expect(throws: BroadwayRequest.Refusal.forbidden) { try Self.request(lines) }
    }

    @Test(
        "Malformed requests are refused",
        arguments: [
            [""], ["GET"], ["GET /\(token)/"], ["POST /\(token)/ HTTP/1.1", own], ["GET /\(token)/ HTTP/2", own], ["GET  / HTTP/1.1", own],
            ["GET /\(token)/ HTTP/1.1", own, own], ["GET /\(token)/ HTTP/1.1", ": x"], ["GET /\(token)/ HTTP/1.1", "Host"],
        ]
    )
    func malformed(_ lines: [String]) {
        #expect(throws: BroadwayRequest.Refusal.malformed) { try Self.request(lines) }
    }

    @Test("All other paths are refused", arguments: ["x", "tabs", "../etc", "broadway.js/", "socket/x", "%2e"])
    func others(_ path: String) {
        #expect(throws: BroadwayRequest.Refusal.notFound) { try Self.request("GET /\(Self.token)/\(path) HTTP/1.1", Self.own) }
    }

    private static func request(_ lines: String...) throws -> BroadwayRequest { try request(lines) }

    private static func request(_ lines: [String]) throws -> BroadwayRequest {
        try BroadwayRequest(lines.joined(separator: "\r\n"), token: token, host: host)
    }
}
