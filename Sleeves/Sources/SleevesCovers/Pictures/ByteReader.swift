/// A reader of numbers from bytes, which never reads past their end.
struct ByteReader {
    enum Failure: Error {
        case endsEarly
        case nonsense(String)
    }

    private let bytes: [UInt8]
    /// The number of bytes read.
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw .endsEarly }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func skip(_ count: Int) throws(Failure) {
        guard count >= 0, count <= bytes.count - position else { throw .endsEarly }
        position += count
    }

    mutating func bigEndian(_ count: Int) throws(Failure) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    mutating func littleEndian(_ count: Int) throws(Failure) -> Int {
        var number = 0
        for place in 0..<count { number |= Int(try byte()) << (8 * place) }
        return number
    }

    mutating func text(_ count: Int) throws(Failure) -> String {
        var characters: [UInt8] = []
        for _ in 0..<count { characters.append(try byte()) }
        return String(decoding: characters, as: UTF8.self)
    }
}
