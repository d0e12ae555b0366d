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

    /// Writes whether `body` returns, and then what it returns or throws.
    mutating func result<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value, _ write: (Value, inout Self) -> Void, failure writeFailure: (Failure, inout Self) -> Void
    ) {
        switch Result(catching: body) {
        case .success(let value):
            flag(true)
            write(value, &self)
        case .failure(let error):
            flag(false)
            writeFailure(error, &self)
        }
    }

    mutating func text(_ value: String?) {
        guard let value else { return number(-1) }
        number(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }
}

/// Values of an untrusted message.
extension ByteReader {
    mutating func flag() throws(Failure) -> Bool {
        let value = try byte()
        guard value < 2 else { throw .invalid }
        return value == 1
    }

    mutating func number(in range: ClosedRange<Int>) throws(Failure) -> Int {
        let number = try littleEndian(8)
        guard range.contains(number) else { throw .invalid }
        return number
    }

    mutating func data(limit: Int) throws(Failure) -> [UInt8] {
        Array(try slice(try number(in: 0...limit)))
    }

    mutating func text(limit: Int) throws(Failure) -> String? {
        let count = try number(in: -1...limit)
        guard count >= 0 else { return nil }
        guard let text = String(validating: try slice(count), as: UTF8.self) else { throw .invalid }
        return text
    }

    /// Checks that the message ends here.
    func finish() throws(Failure) {
        if !isAtEnd { throw .invalid }
    }
}

extension ByteReader.Failure {
    /// The error for a message with a value that no reader sends.
    static let invalid = Self.nonsense("the message is invalid")
}
