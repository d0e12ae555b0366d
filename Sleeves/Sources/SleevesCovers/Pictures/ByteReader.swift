/// A reader of numbers from bytes, which never reads past their end.
struct ByteReader {
    enum Failure: Error {
        case endsEarly
        case nonsense(String)
    }

    private let bytes: [UInt8]
    /// The number of bytes read.
    private(set) var position = 0
    var isAtEnd: Bool { position == bytes.count }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw .endsEarly }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func slice(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else { throw .endsEarly }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) throws(Failure) {
        _ = try slice(count)
    }

    mutating func bigEndian(_ count: Int) throws(Failure) -> Int {
        try slice(count).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func littleEndian(_ count: Int) throws(Failure) -> Int {
        try slice(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func text(_ count: Int) throws(Failure) -> String {
        String(decoding: try slice(count), as: UTF8.self)
    }
}
