#if canImport(Glibc)
    internal import CNATS
    internal import Glibc

    /// A second descriptor of a socket of the C library, which doesn't reveal its own. While this one is open, its number can't become that of
    /// another socket.
    final class ServerSocket: Sendable {
        let descriptor: Int32
        /// The kernel's number of the socket, which no other one gets.
        let cookie: UInt64
        /// The port of this side.
        let localPort: UInt16

        private init?(copying number: Int32, to ports: Set<UInt16>) {
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { return nil }
            guard let cookie = Self.cookie(of: descriptor, to: ports), let localPort = Self.port(of: descriptor, getsockname) else {
                close(descriptor)
                return nil
            }
            (self.cookie, self.localPort) = (cookie, localPort)
        }

        deinit {
            close(descriptor)
        }

        /// Returns the connected TCP sockets of this process to some ports.
        ///
        /// - Parameter isKnown: Whether a socket isn't wanted, by its cookie.
        static func all(to ports: Set<UInt16>, except isKnown: (UInt64) -> Bool = { _ in false }) -> [ServerSocket] {
            guard let folder = opendir("/proc/self/fd") else { return [] }
            defer { closedir(folder) }
            var found: [ServerSocket] = []
            while let entry = readdir(folder) {
                // SAFETY: the system ends the name with a zero.
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
                }
                guard let number = Int32(name), let cookie = cookie(of: number, to: ports), !isKnown(cookie) else { continue }
                // By now, the number may be that of another socket.
                if let socket = ServerSocket(copying: number, to: ports), !isKnown(socket.cookie) { found.append(socket) }
            }
            return found
        }

        /// The number of bytes that the library has read from the socket.
        var consumedBytes: UInt64 {
            // `tcpi_bytes_received` of Linux' own `tcp_info`, which glibc's doesn't have.
            let place = 128
            var unread: Int32 = 0
            var info = [UInt8](repeating: 0, count: place + 8)
            var size = socklen_t(info.count)
            // SAFETY: the calls write no more than the sizes that they are given.
            guard ioctl(descriptor, UInt(FIONREAD), &unread) == 0,
                getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, Int(size) == info.count
            else { return 0 }
            let received = info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
            return received > UInt64(max(unread, 0)) ? received - UInt64(max(unread, 0)) : 0
        }

        /// Bounds what arrives and isn't read. The system would let it grow to several megabytes.
        func limitBuffer(to bytes: Int32) {
            var bytes = bytes
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }

        /// Makes the system drop what arrives, as if it were lost on the way. The server sends it again, and later and later.
        func pause() {
            // A filter of one instruction: accept no byte.
            var instruction: [UInt16] = [0x06, 0, 0, 0]
            instruction.withUnsafeMutableBufferPointer { buffer in
                var program = (length: UInt16(1), instructions: buffer.baseAddress)
                // SAFETY: the tuple has the layout of C's `sock_fprog`, and the system copies both.
                setsockopt(descriptor, SOL_SOCKET, 26, &program, socklen_t(MemoryLayout.size(ofValue: program)))  // SO_ATTACH_FILTER
            }
        }

        /// Ends a pause.
        func resume() {
            var none: Int32 = 0
            setsockopt(descriptor, SOL_SOCKET, 27, &none, socklen_t(MemoryLayout<Int32>.size))  // SO_DETACH_FILTER
        }

        /// Ends the connection. The library notices it as it does when the server ends it.
        func cut() {
            shutdown(descriptor, Int32(SHUT_RDWR))
        }

        /// Returns the cookie of a TCP socket that is connected to one of some ports.
        private static func cookie(of number: Int32, to ports: Set<UInt16>) -> UInt64? {
            guard let port = port(of: number, getpeername), ports.contains(port),
                option(SO_PROTOCOL, of: number, Int32(0)) == Int32(IPPROTO_TCP)
            else { return nil }
            return option(57, of: number, UInt64(0))  // SO_COOKIE
        }

        private static func option<Value: FixedWidthInteger>(_ name: Int32, of number: Int32, _ initial: Value) -> Value? {
            var (value, size) = (initial, socklen_t(MemoryLayout<Value>.size))
            // SAFETY: the call writes no more than this size.
            return getsockopt(number, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
        }

        private static func port(
            of number: Int32, _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
        ) -> UInt16? {
            var (address, size) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
            // SAFETY: a sockaddr_storage has room for each address, and begins like a sockaddr.
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(number, $0, &size) }
            }
            guard status == 0, [AF_INET, AF_INET6].contains(Int32(address.ss_family)) else { return nil }
            // In both families, the port follows the family.
            return withUnsafeBytes(of: address) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
        }
    }
#endif
