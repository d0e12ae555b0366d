/// Ogg files with the headers of an Opus stream and no sound.
extension SyntheticAudio {
    /// - Parameter seconds: The length that it states.
    static func opus(_ comments: [(String, String)], seconds: Int = 1) -> [UInt8] {
        let head = Array("OpusHead".utf8) + [1, 1] + little(312, 2) + little(48_000, 4) + [0, 0, 0]
        var tags = Array("OpusTags".utf8) + little(4, 4) + Array("Test".utf8) + little(comments.count, 4)
        for (name, value) in comments { tags += little(name.utf8.count + 1 + value.utf8.count, 4) + Array("\(name)=\(value)".utf8) }
        return page(2, end: 0, number: 0, head) + page(0, end: 0, number: 1, tags) + page(4, end: 48_000 * seconds + 312, number: 2, [0xFC])
    }

    /// - Parameter stream: The number of the stream among others.
    static func page(_ kind: Int, end: Int, number: Int, stream: Int = 7, _ packet: [UInt8]) -> [UInt8] {
        let lacing = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        var page = Array("OggS".utf8) + [0, UInt8(kind)] + little(end, 8) + little(stream, 4) + little(number, 4) + little(0, 4)
        page += [UInt8(lacing.count)] + lacing + packet
        page.replaceSubrange(22..<26, with: little(Int(checksum(page)), 4))
        return page
    }

    /// Source: RFC 3533, section 6.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
    }
}
