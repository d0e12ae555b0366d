/// The name of an X11 display: `host:number.screen`.
struct X11DisplayName: Equatable {
    /// The host. Empty: this host.
    let host: String
    /// The display's number.
    let number: UInt16

    /// Parses a name. Nil if it isn't one.
    init?(_ name: String) {
        guard let colon = name.lastIndex(of: ":") else { return nil }
        let digits = name[name.index(after: colon)...].prefix { $0 != "." }
        guard let number = UInt16(digits), number <= UInt16.max - 6_000 else { return nil }
        host = String(name[..<colon])
        self.number = number
    }

    /// The paths of a local display's sockets: a file, and an abstract name.
    var socketPaths: [String] {
        guard host.isEmpty || host == "unix" else { return [] }
        return ["/tmp/.X11-unix/X\(number)", "\0/tmp/.X11-unix/X\(number)"]
    }

    /// Whether the display of another host answers.
    var answersOverNetwork: Bool {
        !host.isEmpty && host != "unix" && TCPSocket.answers(host: host, port: 6_000 + number)
    }
}
