internal import Glibc

/// TCP sockets.
enum TCPSocket {
    /// Listens at a port of 127.0.0.1.
    ///
    /// - Parameter wished: the port. 0: any free port.
    /// - Returns: the listening descriptor, which the caller closes, and its port; nil if the port is in use.
    static func listenOnLoopback(_ wished: UInt16 = 0) -> (descriptor: Int32, port: UInt16)? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // Counts a port as free even if its last connections ended a moment ago.
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wished.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: every socket address begins as a sockaddr does; `length` is the size of the whole.
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        if isListening { return (descriptor, UInt16(bigEndian: address.sin_port)) }
        close(descriptor)
        return nil
    }
}
