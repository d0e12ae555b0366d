/// A value of an array that another version may have written: `nil` if this one can't read it.
struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension Decoder {
    /// Returns the elements of an array that can be read, and none of anything else.
    func readableElements<Value: Decodable>() -> [Value] {
        let entries = (try? singleValueContainer().decode([Readable<Value>].self)) ?? []
        return entries.compactMap(\.value)
    }
}
