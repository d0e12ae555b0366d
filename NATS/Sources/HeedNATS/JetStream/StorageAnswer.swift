/// The server's answer to a message to store.
enum StorageAnswer {
    case stored(UInt64)
    /// Its subject has another last sequence than the expected one.
    case conflict
    /// It never accepts this message.
    case unacceptable
    /// No stream takes it: it was deleted, or JetStream is off.
    case absent
    case failed(String)

    init(_ message: borrowing IncomingMessage) {
        if message.header("Status") == "503" {
            self = .absent
            return
        }
        let payload = message.payload
        // Quickly, because there is one for each message: an answer that tells an error begins with it.
        if payload.starts(with: #"{"stream""#.utf8), let sequence = Self.sequence(in: payload) {
            self = .stored(sequence)
            return
        }
        guard let answer = try? SafeJSON.decode(Answer.self, from: payload) else {
            self = .failed("its answer can't be read")
            return
        }
        switch answer.error {
        case nil: self = answer.seq.map(Self.stored) ?? .failed("its answer can't be read")
        case let error? where error.err_code == 10054: self = .unacceptable
        // Later servers have a second number for it.
        case let error? where error.err_code == 10071 || error.err_code == 10164: self = .conflict
        case let error?: self = .failed(String(error.description.prefix(200)))
        }
    }

    /// Finds the sequence without parsing the rest: `{"stream":"…", "seq":12}`.
    private static func sequence(in payload: [UInt8]) -> UInt64? {
        guard let start = payload.firstRange(of: #""seq":"#.utf8)?.upperBound else { return nil }
        let digits = payload[start...].drop { $0 == UInt8(ascii: " ") }.prefix { (48...57).contains($0) }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }

    private struct Answer: Decodable {
        let seq: UInt64?
        let error: Problem?

        struct Problem: Decodable {
            let err_code: Int?
            let description: String
        }
    }
}
