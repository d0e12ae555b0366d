internal import Glibc

/// The routes that lead out of this computer.
enum DefaultRoute {
    /// Whether there is one.
    static var exists: Bool { existsForVersion4 || existsForVersion6 }

    /// Whether there is one for IPv4. The address is reserved for documentation.
    static var existsForVersion4: Bool {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(9).bigEndian
        target.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        return leads(to: target, AF_INET)
    }

    /// Whether there is one for IPv6. The address, 2001:db8::1, is reserved for documentation.
    static var existsForVersion6: Bool {
        var target = sockaddr_in6()
        target.sin6_family = sa_family_t(AF_INET6)
        target.sin6_port = UInt16(9).bigEndian
        withUnsafeMutableBytes(of: &target.sin6_addr) { bytes in
            for (place, byte) in [(0, 0x20), (1, 0x01), (2, 0x0D), (3, 0xB8), (15, 0x01)] { bytes[place] = UInt8(byte) }
        }
        return leads(to: target, AF_INET6)
    }

    /// Connecting a datagram socket sends nothing, and fails without a route.
    private static func leads<Address>(to target: Address, _ family: Int32) -> Bool {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // SAFETY: every socket address begins as a sockaddr does, and the length is its own.
        return withUnsafePointer(to: target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}
