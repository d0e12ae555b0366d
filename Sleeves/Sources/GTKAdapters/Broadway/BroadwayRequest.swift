/// A browser's request to the Broadway server, with the check whether it is allowed.
///
/// **Behavior**
/// - The path must begin with the token of this run. The comparison takes constant time.
/// - The host must be the printed one, so that a page whose name resolves to 127.0.0.1 gets nothing.
/// - A WebSocket must come from the page that was served here: its origin must match.
/// - Only the page's own paths are forwarded, with only those headers that the server needs.
struct BroadwayRequest: Equatable {
    /// The reason for refusing a request, and the answer to it.
    enum Refusal: Error, Equatable {
        /// The request isn't HTTP, or it is too long.
        case malformed
        /// The token, host or origin is wrong.
        case forbidden
        /// The path is unknown.
        case notFound

        /// The status line.
        var status: String {
            switch self {
            case .malformed: "400 Bad Request"
            case .forbidden: "403 Forbidden"
            case .notFound: "404 Not Found"
            }
        }
    }

    /// The largest head that is read.
    static let largestHead = 8_192

    /// The requested thing, by its path.
    enum Target: String {
        case page = ""
        case script = "broadway.js"
        /// The connection becomes a WebSocket.
        case socket = "socket"
        /// Whether a tab shows the window. The gate itself answers.
        case tab = "tab"
    }

    let target: Target
    /// The head to send to the server instead.
    let head: String

    /// Parses a request's head.
    ///
    /// - Parameters:
    ///   - text: the head, without the empty line that ends it.
    ///   - token: the token that the path must begin with.
    ///   - host: the printed host and port.
    init(_ text: String, token: String, host: String) throws(Refusal) {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "GET", words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { throw .malformed }
        let headers = try Self.headers(lines.dropFirst())
        let path = words[1].prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        guard path.count >= 2, path[0].isEmpty, Self.isEqual(path[1], token), headers["host"] == host else { throw .forbidden }
        if let origin = headers["origin"], origin != "http://\(host)" { throw .forbidden }
        guard path.count == 3, let target = Target(rawValue: String(path[2])) else { throw .notFound }

        self.target = target
        var passed = ["GET /\(path[2]) HTTP/1.1", "Host: \(host)"]
        if target == .socket {
            guard
                headers["origin"] != nil, headers["upgrade"]?.lowercased() == "websocket", let key = headers["sec-websocket-key"],
                key.utf8.count == 24, key.utf8.allSatisfy(Self.isBase64)
            else { throw .forbidden }
            passed += ["Upgrade: websocket", "Connection: Upgrade", "Origin: http://\(host)", "Sec-WebSocket-Key: \(key)"]
        }
        head = (passed + ["", ""]).joined(separator: "\r\n")
    }

    /// Returns the headers by their lowercase names. A repeated header is malformed.
    private static func headers(_ lines: some Sequence<Substring>) throws(Refusal) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { throw .malformed }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            guard name != "host" && name != "origin" || headers[name] == nil else { throw .malformed }
            headers[name] = String(value)
        }
        return headers
    }

    private static func isEqual(_ given: Substring, _ token: String) -> Bool {
        let (given, token) = (Array(given.utf8), Array(token.utf8))
        guard given.count == token.count else { return false }
        return zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
        }
    }
}
