/// The gain that an Opus file's tags give it.
///
/// GStreamer before 1.28 doesn't read it. Later versions do, but read one with a lower-case name as 256 times as much.
///
/// Source: RFC 7845, 5.2 (the second packet, `OpusTags`) and 5.2.1 (`R128_ALBUM_GAIN`, `R128_TRACK_GAIN`); RFC 3533, 6 (the pages of Ogg).
enum OpusGain {
    /// The maximum size of the tags, which may contain a picture.
    private static let tagLimit = 16 << 20
    /// The level of ReplayGain above that of the gains in the tags, in decibels: -18 and -23 LUFS.
    private static let difference = 5.0

    /// Returns the gain of the file's album, or else that of the track, in decibels of ReplayGain.
    static func decibels(_ file: FileBytes) -> Double? {
        guard let tags = tags(file) else { return nil }
        var reader = ByteReader(bytes: tags)
        guard reader.take(8)?.elementsEqual("OpusTags".utf8) == true, let vendor = reader.number(), reader.take(vendor) != nil,
            let count = reader.number()
        else { return nil }
        var gains: [String: Int] = [:]
        for _ in 0..<count {
            guard let length = reader.number(), let comment = reader.take(length) else { break }
            // Nothing that a gain needs is longer.
            guard comment.count < 40 else { continue }
            let parts = String(decoding: comment, as: UTF8.self).split(separator: "=", maxSplits: 1)
            if parts.count == 2, let gain = Int(parts[1]), (-32_768...32_767).contains(gain) { gains[parts[0].lowercased()] = gain }
        }
        return (gains["r128_album_gain"] ?? gains["r128_track_gain"]).map { Double($0) / 256 + difference }
    }

    /// Returns the second packet of an Opus file, as far as it is there.
    private static func tags(_ file: FileBytes) -> [UInt8]? {
        var (offset, packets, tags) = (0, 0, [UInt8]())
        while tags.count <= tagLimit {
            let head = file.bytes(27, at: offset)
            guard head.count == 27, head.starts(with: "OggS".utf8) else { return nil }
            let lengths = file.bytes(Int(head[26]), at: offset + 27).map(Int.init)
            let content = file.bytes(lengths.reduce(0, +), at: offset + 27 + lengths.count)
            if offset == 0, !content.starts(with: "OpusHead".utf8) { return nil }
            var start = 0
            for length in lengths {
                guard start + length <= content.count else { return nil }
                if packets == 1 { tags += content[start..<start + length] }
                start += length
                // A packet ends with a part that isn't full.
                if length < 255 { packets += 1 }
                if packets == 2 { return tags }
            }
            offset += 27 + lengths.count + content.count
        }
        return nil
    }

    /// A reader of little-endian numbers, which never reads past the end.
    private struct ByteReader {
        let bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count - position else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }

        mutating func number() -> Int? {
            take(4)?.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
