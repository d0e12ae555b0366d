/// One entry of a list of albums, decoded without ever failing: whatever is wrong with it is noted instead.
struct JSONListEntry: Decodable {
    enum Value {
        case text(String)
        case number(Double)
        case null
        case other
    }

    /// The longest text that is kept, in bytes.
    static let textLimit = 4 << 10

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let knownKeys: Set<String> = ["title", "artist", "genre", "year", "coverURL"]

    private var values: [String: Value] = [:]
    /// Whether the entry is an object at all.
    let isObject: Bool
    /// How many of its keys mean nothing here.
    private(set) var keysIgnored = 0

    init(from decoder: any Decoder) {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            isObject = false
            return
        }
        isObject = true
        for key in container.allKeys {
            guard Self.knownKeys.contains(key.stringValue) else {
                keysIgnored += 1
                continue
            }
            if let text = try? container.decode(String.self, forKey: key) {
                values[key.stringValue] = .text(text)
            } else if let number = try? container.decode(Double.self, forKey: key) {
                values[key.stringValue] = .number(number)
            } else {
                values[key.stringValue] = (try? container.decodeNil(forKey: key)) == true ? .null : .other
            }
        }
    }

    subscript(key: String) -> Value { values[key] ?? .null }
}
