internal import Glibc

/// An IPv4 or IPv6 address.
package struct InternetAddress: Sendable, Hashable, CustomStringConvertible {
    /// Four bytes, or sixteen.
    let bytes: [UInt8]

    /// Parses an address in the usual notation: `192.0.2.1`, `2001:db8::1`.
    init?(_ text: String) {
        var four = in_addr()
        var sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = withUnsafeBytes(of: &sixteen) { Array($0) }
        } else {
            return nil
        }
    }

    /// Converts a socket address; `nil` if it is of another kind.
    ///
    /// - Parameter length: The length of the address in bytes.
    init?(_ address: UnsafePointer<sockaddr>, length: Int) {
        let bytes = UnsafeRawBufferPointer(start: address, count: length)
        switch Int32(address.pointee.sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            self.bytes = Array(bytes[4..<8])
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            self.bytes = Array(bytes[8..<24])
        default: return nil
        }
    }

    var isVersion6: Bool { bytes.count == 16 }

    fileprivate init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension InternetAddress {
    /// Whether the address reaches the same machine from anywhere on the Internet: it isn't one of this computer, a local network, a
    /// provider's internal network or a multicast group, nor otherwise reserved.
    ///
    /// Source: IANA's special-purpose address registries for IPv4 and IPv6, with RFC 6052 for addresses behind a translator.
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialIPv4.contains { $0.contains(self) } }
        // A translated IPv4 address is as public as the original.
        if Self.translated.contains(self) { return InternetAddress(bytes: Array(bytes.suffix(4))).isPublic }
        return Self.globalIPv6.contains(self) && !Self.specialIPv6.contains { $0.contains(self) }
    }

    /// A range of addresses with the same prefix.
    private struct Network {
        let address: InternetAddress
        let bits: Int

        init(_ text: String, _ bits: Int) {
            guard let address = InternetAddress(text) else { preconditionFailure("write \(text) as an address") }
            self.address = address
            self.bits = bits
        }

        func contains(_ other: InternetAddress) -> Bool {
            guard address.bytes.count == other.bytes.count else { return false }
            return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
                let left = min(8, max(0, bits - 8 * index))
                return (pair.0 ^ pair.1) & ~UInt8(truncatingIfNeeded: 0xFF >> left) == 0
            }
        }
    }

    private static let specialIPv4: [Network] = [
        Network("0.0.0.0", 8), Network("10.0.0.0", 8), Network("100.64.0.0", 10), Network("127.0.0.0", 8), Network("169.254.0.0", 16),
        Network("172.16.0.0", 12), Network("192.0.0.0", 24), Network("192.0.2.0", 24), Network("192.88.99.0", 24),
        Network("192.168.0.0", 16), Network("198.18.0.0", 15), Network("198.51.100.0", 24), Network("203.0.113.0", 24),
        Network("224.0.0.0", 4), Network("240.0.0.0", 4),
    ]
    /// The only allocated part of IPv6. Loopback, link-local, mapped, private and multicast addresses lie outside.
    private static let globalIPv6 = Network("2000::", 3)
    /// Special ranges within it. 2001::/23 and 2002::/16 embed an IPv4 address.
    private static let specialIPv6 = [Network("2001::", 23), Network("2001:db8::", 32), Network("2002::", 16), Network("3fff::", 20)]
    private static let translated = Network("64:ff9b::", 96)
}
