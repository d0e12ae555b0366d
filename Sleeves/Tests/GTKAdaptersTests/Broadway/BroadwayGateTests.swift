import Glibc
import Testing

@testable import GTKAdapters

/// With the real server behind it, in a process of its own, because the server changes the environment.
@Suite(
    "The gate before the Broadway server",
    .enabled(if: BroadwayServer.findProgram("gtk4-broadwayd", path: "/usr/bin:/usr/local/bin") != nil))
struct BroadwayGateTests {
    @Test("The page is served at its address, and at no other")
    func page() async {
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            defer { server.stop() }
            let host = "127.0.0.1:\(server.port)"
            let path = String(server.address.dropFirst("http://\(host)".count))
            let page = Exchange.answer(to: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n", port: server.port)
            #expect(page.hasPrefix("HTTP/1.0 200 OK\r\n"))
            #expect(page.contains("X-Frame-Options: DENY\r\n"))
            #expect(page.contains("<title>Albums &amp; more</title>"))
            #expect(page.contains("<p>Albums &amp; more is open in another tab.</p>"))
            #expect(page.contains("onload=\"tab.begin()\""))
            #expect(page.contains("</html>"))
            #expect(Exchange.answer(to: "GET \(path)broadway.js HTTP/1.1\r\nHost: \(host)\r\n\r\n", port: server.port).count > 50_000)
            for (path, host) in [("/", host), (path, "evil.example"), ("/client.html", host), ("/broadway.js", host)] {
                let answer = Exchange.answer(to: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n", port: server.port)
                #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(path) \(host)")
            }
            let long = Exchange.answer(to: "GET " + String(repeating: "x", count: 100_000), port: server.port)
            #expect(long.hasPrefix("HTTP/1.1 400 Bad Request\r\n") || long.isEmpty)
        }
    }

    @Test("Another origin gets no socket, and an event that is unknown or cut short ends its connection only")
    func socket() async {
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            defer { server.stop() }
            let origin = "http://127.0.0.1:\(server.port)"
            #expect(Exchange.open(server, origin: "http://evil.example").answer.hasPrefix("HTTP/1.1 403"))
            for bad: [UInt8] in [[0x82, 0x84, 0, 0, 0, 0, 1, 2, 3, 4], [0x81, 0x80, 0, 0, 0, 0], Exchange.unknownEvent] {
                let (descriptor, answer) = Exchange.open(server, origin: origin)
                #expect(answer.hasPrefix("HTTP/1.1 101 "))
                _ = send(descriptor, bad, bad.count, Int32(MSG_NOSIGNAL))
                #expect(Exchange.isEnded(descriptor))
                close(descriptor)
            }
            // It is still there, and takes events.
            let (descriptor, answer) = Exchange.open(server, origin: origin)
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
            close(descriptor)
        }
    }

    @Test("Whether a tab shows the window can be asked")
    func tab() async {
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            defer { server.stop() }
            let host = "127.0.0.1:\(server.port)"
            let path = String(server.address.dropFirst("http://\(host)".count))
            func state() -> Substring? {
                Exchange.answer(to: "GET \(path)tab HTTP/1.1\r\nHost: \(host)\r\n\r\n", port: server.port).split(separator: "\r\n").last
            }
            #expect(Eventually.holds { state() == "free" })
            let (descriptor, answer) = Exchange.open(server, origin: "http://\(host)")
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
            #expect(Eventually.holds { state() == "taken" })
            close(descriptor)
            #expect(Eventually.holds { state() == "free" })
        }
    }

    @Test("However many connections send nothing, a request is answered at once")
    func idleConnections() async {
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            defer { server.stop() }
            let host = "127.0.0.1:\(server.port)"
            let path = "/\(server.address.split(separator: "/")[2])/"
            let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            for _ in 0..<5 {
                let idle = (0..<60).map { _ in Exchange.connect(server.port) }
                #expect(idle.allSatisfy { $0 >= 0 })
                // The first try.
                #expect(Exchange.answer(to: request, port: server.port).contains("200 OK"))
                for descriptor in idle { close(descriptor) }
            }
        }
    }

    @Test("Idle connections block others only briefly, and the server leaves nothing behind")
    func connections() async {
        await #expect(processExitsWith: .success) {
            let server = try BroadwayServer(title: "Albums & more")
            let host = "127.0.0.1:\(server.port)"
            let idle = (0..<BroadwayGate.mostConnections).map { _ in Exchange.connect(server.port) }
            #expect(idle.allSatisfy { $0 >= 0 })
            for descriptor in idle { close(descriptor) }
            let path = "/\(server.address.split(separator: "/")[2])/"
            let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            #expect(Eventually.holds { Exchange.answer(to: request, port: server.port).contains("200 OK") })
            let runtime = String(cString: getenv("XDG_RUNTIME_DIR") ?? strdup("/nowhere"))
            server.stop()
            #expect(Exchange.connect(server.port) < 0)
            #expect(Eventually.holds { access("\(runtime)/broadway\(Int(server.port) + 1).socket", F_OK) != 0 })
        }
    }
}

/// The request of a browser, or somebody else, on a connection of its own.
enum Exchange {
    /// A masked frame with an event of kind 77.
    static let unknownEvent: [UInt8] = [0x82, 0x8C, 0, 0, 0, 0, 0, 0, 0, 77, 0, 0, 0, 0, 0, 0, 0, 0]

    static func connect(_ port: UInt16) -> Int32 {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // SAFETY: a sockaddr_in begins as a sockaddr does, and its own size is given.
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? descriptor : -1
    }

    /// All that is answered.
    static func answer(to request: String, port: UInt16) -> String {
        let descriptor = connect(port)
        defer { close(descriptor) }
        _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
        var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while case let count = recv(descriptor, &part, part.count, 0), count > 0 { answer += part[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Asks for the socket.
    static func open(_ server: BroadwayServer, origin: String) -> (descriptor: Int32, answer: String) {
        let token = server.address.split(separator: "/")[2]
        let request = """
            GET /\(token)/socket HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            Origin: \(origin)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r
            Sec-WebSocket-Protocol: broadway\r
            \r

            """
        let descriptor = connect(server.port)
        _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
        var part = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &part, part.count, 0)
        return (descriptor, String(decoding: part.prefix(max(0, count)), as: UTF8.self))
    }

    /// Whether the other side has ended the connection, after whatever it still sends.
    static func isEnded(_ descriptor: Int32) -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        repeat { count = recv(descriptor, &part, part.count, 0) } while count > 0
        return count == 0 || errno == ECONNRESET
    }
}
