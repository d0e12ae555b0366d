internal import CCurl
internal import FoundationEssentials

/// The header with which a server requests a pause.
///
/// Source: RFC 9110, 10.2.3: a number of seconds, or a date.
enum RetryAfter {
    /// The longest accepted pause.
    static let limit = Duration.seconds(86_400)

    /// Parses a pause, at most ``limit``; `nil` if the text is invalid.
    static func duration(_ text: String, at date: Date) -> Duration? {
        let text = text.fieldValue
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(text).map { min(.seconds($0), limit) } ?? limit
        }
        // libcurl would also accept a date without a time.
        let until = text.contains(":") ? curl_getdate(text, nil) : -1
        guard until >= 0 else { return nil }
        return min(max(.zero, .seconds(TimeInterval(until) - date.timeIntervalSince1970)), limit)
    }
}

extension String {
    /// The value of a header without surrounding white space.
    var fieldValue: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
