import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Sockets of this machine alone.
enum Loopback {
    static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// Returns a socket that listens on a free port.
    static func listen() throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) | Foundation.listen(listener, 16) | getsockname(listener, pointer, &size)
            }
        }
        guard status == 0 else { throw ServerError(said: String(cString: strerror(errno))) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}
