internal import CConfinement
package import SleevesModel

/// The socket from a process that parses untrusted files to its parent. A message is its length, as four bytes, and its bytes; open files
/// accompany it.
package enum ParentSocket {
    /// Sends a message.
    package static func send(_ message: [UInt8]) throws(SystemError) {
        try FileSystem.write(MessageHead.bytes(for: message) + message, to: CONFINED_SOCKET)
    }

    /// Receives the next message and its descriptors; `nil` if the parent has ended, or the message is longer than the limit.
    package static func receive(limit: Int) -> (message: [UInt8], descriptors: [Int32])? {
        var descriptors: [Int32] = []
        guard let head = receive(MessageHead.empty.count, &descriptors) else { return nil }
        let count = MessageHead.count(in: head)
        guard count <= limit, let message = receive(count, &descriptors) else { return nil }
        return (message, descriptors)
    }

    private static func receive(_ count: Int, _ descriptors: inout [Int32]) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        var found = [Int32](repeating: -1, count: Int(CONFINED_DESCRIPTORS))
        while filled < count {
            var foundCount = 0
            // SAFETY: the call writes at most the rest of the array and as many descriptors as fit; both are held exclusively.
            let received = bytes.withUnsafeMutableBytes { bytes in
                confined_receive(CONFINED_SOCKET, bytes.baseAddress! + filled, bytes.count - filled, &found, &foundCount)
            }
            descriptors += found.prefix(foundCount)
            guard received > 0 else { return nil }
            filled += received
        }
        return bytes
    }
}

/// The length of a message, which precedes it: four bytes, the lowest first.
enum MessageHead {
    static let empty = [UInt8](repeating: 0, count: 4)

    static func bytes(for message: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(message.count).littleEndian, Array.init)
    }

    static func count(in head: [UInt8]) -> Int {
        head.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
