internal import Glibc

/// TCP sockets.
enum TCPSocket {
    /// Whether somebody listens at a port of a host.
    static func answers(host: String, port: UInt16) -> Bool {
        guard let descriptor = connect(to: host, port: port) else { return false }
        close(descriptor)
        return true
    }

    /// The beginning of what is answered to a request; empty if nobody answers within a second.
    static func reply(to request: String, from host: String, port: UInt16) -> String {
        guard let descriptor = connect(to: host, port: port) else { return "" }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else { return "" }
        var reply = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &reply, reply.count, 0)
        return String(decoding: reply.prefix(max(0, count)), as: UTF8.self)
    }

    /// A port of 127.0.0.1 that nobody listens at. Somebody may, a moment later.
    ///
    /// - Parameter wished: the port to try. 0: any.
    /// - Returns: nil if the port is taken.
    static func freeLoopbackPort(_ wished: UInt16 = 0) -> UInt16? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // A port whose last connections have ended a moment ago is free.
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wished.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: every socket address begins as a sockaddr does; `length` is the size of the whole.
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }

    /// A connection to a port of a host, which the caller closes.
    private static func connect(to host: String, port: UInt16) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var next = list
        while let info = next?.pointee {
            let descriptor = socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), info.ai_protocol)
            if descriptor >= 0, Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 { return descriptor }
            if descriptor >= 0 { close(descriptor) }
            next = info.ai_next
        }
        return nil
    }
}
