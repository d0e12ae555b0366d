internal import Glibc

/// Unix-domain sockets.
enum UnixSocket {
    /// The longest path that a socket can have.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Returns the beginning of the answer to a request; empty without an answer within a second.
    static func reply(to request: String, from path: String) -> String {
        guard let descriptor = connection(to: path) else { return "" }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else { return "" }
        var reply = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &reply, reply.count, 0)
        return String(decoding: reply.prefix(max(0, count)), as: UTF8.self)
    }

    /// Opens a connection to the server at a path. The caller closes it.
    static func connection(to path: String) -> Int32? {
        let bytes = Array(path.utf8)
        var address = sockaddr_un()
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path)! + bytes.count)

        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // SAFETY: every socket address begins as a sockaddr does, and `length` bytes of it were written.
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }
}
