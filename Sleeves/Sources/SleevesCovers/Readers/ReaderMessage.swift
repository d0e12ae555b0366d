/// A writer of values to a message.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func number(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func data(_ value: [UInt8]) {
        number(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func text(_ value: String?) {
        guard let value else { return number(-1) }
        number(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }
}

/// A reader of values from an untrusted message.
struct MessageReader {
    /// The error for an invalid message.
    struct Nonsense: Error {}

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() throws(Nonsense) -> UInt8 {
        guard position < bytes.count else { throw Nonsense() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() throws(Nonsense) -> Bool {
        let value = try byte()
        guard value < 2 else { throw Nonsense() }
        return value == 1
    }

    mutating func number(in range: ClosedRange<Int>) throws(Nonsense) -> Int {
        guard bytes.count - position >= 8 else { throw Nonsense() }
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(bytes[position + place]) << (8 * UInt64(place)) }
        position += 8
        guard let number = Int(exactly: Int64(bitPattern: value)), range.contains(number) else { throw Nonsense() }
        return number
    }

    mutating func data(limit: Int) throws(Nonsense) -> [UInt8] {
        let count = try number(in: 0...limit)
        guard count <= bytes.count - position else { throw Nonsense() }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func text(limit: Int) throws(Nonsense) -> String? {
        let count = try number(in: -1...limit)
        guard count >= 0 else { return nil }
        guard count <= bytes.count - position else { throw Nonsense() }
        defer { position += count }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else { throw Nonsense() }
        return text
    }

    /// Checks that the message ends here.
    func finish() throws(Nonsense) {
        guard position == bytes.count else { throw Nonsense() }
    }
}
