#if os(Linux)
    import Foundation
    import Synchronization

    /// A client, or a server, that sends and receives bytes as it likes.
    final class RawSocket: Sendable {
        private let descriptor: CInt
        /// The bytes after the last line.
        private let received = Mutex<[UInt8]>([])

        private init(_ descriptor: CInt) {
            self.descriptor = descriptor
            // Nothing waits forever if the other side doesn't do what it should.
            var time = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        convenience init(connectingTo path: String) throws {
            self.init(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
            guard Self.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno)!)
            }
        }

        convenience init(listeningAt path: String) throws {
            self.init(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
            guard Self.withAddress(of: path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 8) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno)!)
            }
        }

        func accept() -> RawSocket {
            RawSocket(Foundation.accept(descriptor, nil, nil))
        }

        /// Sends a text; what a closed connection doesn't take is lost.
        func send(_ text: String) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return }
                rest.removeFirst(count)
            }
        }

        /// Receives a line, or what there is before the connection ends; `nil` if nothing comes.
        func receiveLine() -> String? {
            received.withLock { received in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                        defer { received.removeSubrange(...end) }
                        return String(decoding: received[..<end], as: UTF8.self)
                    }
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else {
                        defer { received = [] }
                        return received.isEmpty ? nil : String(decoding: received, as: UTF8.self)
                    }
                    received += buffer[..<count]
                }
            }
        }

        private static func withAddress(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }
    }
#endif
