/// The format of a connection's answers, for both sides. Each answer is one line of JSON.
enum Answer {
    /// The number of bytes that an answer may have, with its line feed.
    static let limit = JSONParser.Limit.bytes

    /// The number of bytes that a request may have, with its line feed.
    static let requestLimit = 1_024

    static let unknownRequest = error("The requests are “report” and “backtrace”, each with the number of an event, such as “report 0”.")

    /// Returns an answer that reports an error.
    static func error(_ text: String) -> String {
        JSONValue.object(of: ["error": .string(text)]).text
    }
}

extension StackFrame {
    static func json(of frames: [StackFrame]) -> String {
        JSONValue.object(of: ["frames": .array(frames.map(\.jsonValue))]).text
    }

    private var jsonValue: JSONValue {
        .object(of: ["function": .optionalString(function), "place": place?.jsonValue, "address": .integer(address)])
    }

    init(_ fields: JSONFields) throws(InspectorReport.FormatError) {
        self.init(
            function: try fields.optionalString("function"),
            place: try fields.optionalPlace("place"),
            address: try fields.integer("address")
        )
    }
}
