/// An MP3 file made in memory: an ID3 tag of any version with any frames, and a moment of silence.
struct SyntheticMP3 {
    /// The minor version: 2, 3 or 4.
    var version: UInt8 = 4
    var frames: [(id: String, content: [UInt8])] = []

    mutating func text(_ id: String, _ value: String) {
        // Three stands for UTF-8 and is known from 2.4 on; nought stands for Latin 1.
        frames.append((id, version == 4 ? [3] + Array(value.utf8) : [0] + value.unicodeScalars.map { UInt8($0.value & 0xff) }))
    }

    mutating func userText(_ description: String, _ value: String) {
        frames.append(("TXXX", [3] + Array(description.utf8) + [0] + Array(value.utf8)))
    }

    /// - Parameter type: 3 is the front cover.
    mutating func picture(_ bytes: [UInt8], type: UInt8) {
        if version == 2 {
            frames.append(("PIC", [0] + Array("PNG".utf8) + [type, 0] + bytes))
        } else {
            frames.append(("APIC", [0] + Array("image/png".utf8) + [0, type, 0] + bytes))
        }
    }

    var bytes: [UInt8] {
        let body = frames.flatMap { frame in
            let size = frame.content.count
            return switch version {
            case 2: Array(frame.id.utf8) + Self.bigEndian(size, bits: 8, count: 3) + frame.content
            case 3: Array(frame.id.utf8) + Self.bigEndian(size, bits: 8, count: 4) + [0, 0] + frame.content
            default: Array(frame.id.utf8) + Self.bigEndian(size, bits: 7, count: 4) + [0, 0] + frame.content
            }
        }
        var file = Array("ID3".utf8)
        file += [version, 0, 0]
        file += Self.bigEndian(body.count, bits: 7, count: 4)
        return file + body + Self.silence
    }

    /// Frames of layer III at 128 kbit/s and 44.1 kHz, a second long.
    static let silence: [UInt8] = {
        let header: [UInt8] = [0xff, 0xfb, 0x90, 0x00]
        let frame = header + [UInt8](repeating: 0, count: 413)
        return Array(repeatElement(frame, count: 38).joined())
    }()

    static func bigEndian(_ value: Int, bits: Int, count: Int) -> [UInt8] {
        let mask = 1 << bits - 1
        return (0..<count).reversed().map { place in UInt8(value >> (place * bits) & mask) }
    }
}
