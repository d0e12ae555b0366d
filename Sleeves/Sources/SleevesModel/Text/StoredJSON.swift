internal import FoundationEssentials

/// The JSON form of values without columns of their own in the database. Equal values have equal texts.
package enum StoredJSON {
    package static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    package static func encode(_ value: some JSONWritable) -> String {
        JSONText.encode(value)
    }

    package static func encode(_ values: [some JSONWritable]) -> String {
        JSONText.encode(values)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
