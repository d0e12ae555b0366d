internal import struct FoundationEssentials.Date

/// A value that writes its own JSON, exactly as `JSONEncoder` would write it for ``StoredJSON``, in a tenth of its time.
package protocol JSONWritable: Encodable {
    /// Writes the properties in the order of their names.
    func write(to object: inout JSONText)
}

/// A writer of JSON objects. Properties without a value are left out.
package struct JSONText {
    private var bytes: [UInt8] = []

    package static func encode(_ value: some JSONWritable) -> String {
        var text = JSONText()
        text.write(value)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    package static func encode(_ values: [some JSONWritable]) -> String {
        var text = JSONText()
        text.writeList(values) { $0.write($1) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    package mutating func write(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        write(name)
        write(text)
    }

    package mutating func write(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        write(name)
        bytes += "\(number)".utf8
    }

    package mutating func write(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        write(name)
        let digits = number.description
        bytes += digits.hasSuffix(".0") ? digits.utf8.dropLast(2) : digits.utf8[...]
    }

    package mutating func write(_ name: StaticString, _ texts: [String]) {
        write(name)
        writeList(texts) { $0.write($1) }
    }

    package mutating func write(_ name: StaticString, _ values: [some JSONWritable]) {
        write(name)
        writeList(values) { $0.write($1) }
    }

    package mutating func write(_ name: StaticString, _ texts: [Int: String]) {
        write(name, Dictionary(uniqueKeysWithValues: texts.map { (String($0), $1) }))
    }

    package mutating func write(_ name: StaticString, _ texts: [String: String]) {
        write(name)
        bytes.append(UInt8(ascii: "{"))
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
            if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
            write(key)
            bytes.append(UInt8(ascii: ":"))
            write(text)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func write(_ name: StaticString, _ value: (some JSONWritable)?) {
        guard let value else { return }
        write(name)
        write(value)
    }

    private mutating func write(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes += $0 }
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }

    private mutating func write(_ value: some JSONWritable) {
        bytes.append(UInt8(ascii: "{"))
        value.write(to: &self)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func writeList<Value>(_ values: [Value], _ body: (inout JSONText, Value) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            body(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0..<0x20: bytes += Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension TrackRecord: JSONWritable {
    package func write(to object: inout JSONText) {
        object.write("artist", artist)
        object.write("disc", disc)
        object.write("number", number)
        object.write("path", path)
        object.write("seconds", seconds)
        object.write("segment", segment)
        object.write("title", title)
    }
}

extension FileSegment: JSONWritable {
    package func write(to object: inout JSONText) {
        object.write("end", end)
        object.write("gain", gain)
        object.write("start", start)
    }
}

extension CopyRecord: JSONWritable {
    package func write(to object: inout JSONText) {
        var own = own
        for field in CopyField.byName {
            if field.name > Self.ownKey.description, !own.isEmpty {
                object.write(Self.ownKey, own)
                own = [:]
            }
            switch self[stored: field] {
            case .text(let text): object.write(field.key, text)
            case .number(let number): object.write(field.key, number)
            case .moment(let date): object.write(field.key, date.timeIntervalSinceReferenceDate)
            case nil: break
            }
        }
    }
}
