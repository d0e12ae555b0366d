internal import CCurl
internal import FoundationEssentials

/// The header by which a server says when it wants to be asked again.
///
/// Source: RFC 9110, 10.2.3: a number of seconds, or a date.
enum RetryAfter {
    /// Nobody is believed who says more.
    static let limit = Duration.seconds(86_400)

    /// How long to wait, at most ``limit``; `nil` where the text makes no sense.
    static func duration(_ text: String, at date: Date) -> Duration? {
        let text = text.fieldValue
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(text).map { min(.seconds($0), limit) } ?? limit
        }
        // libcurl takes a day without a time, too.
        let until = text.contains(":") ? curl_getdate(text, nil) : -1
        guard until >= 0 else { return nil }
        return min(max(.zero, .seconds(TimeInterval(until) - date.timeIntervalSince1970)), limit)
    }
}

extension String {
    /// A header's value, without the white space around it.
    var fieldValue: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
