extension GaplessInfo {
    /// Reads the tag in the first frame of an MP3 file, as LAME's "Mp3 Info Tag" specifies it. FFmpeg writes the same.
    static func mp3(_ file: FileBytes) -> GaplessInfo? {
        var offset = 0
        // A few files have more than one ID3v2 tag.
        for _ in 0..<4 {
            let head = file.bytes(10, at: offset)
            guard head.count == 10, head.starts(with: "ID3".utf8) else { break }
            let size = head[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
            offset += 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
        }
        let bytes = file.bytes(4_096, at: offset)
        guard let start = bytes.indices.dropLast(4).first(where: { bytes[$0] == 0xff && bytes[$0 + 1] & 0xe0 == 0xe0 }),
            let header = FrameHeader(bytes[start..<start + 4])
        else { return nil }
        return header.read(bytes.dropFirst(start + header.tagOffset))
    }

    /// The first four bytes of a frame of MPEG audio, layer III.
    private struct FrameHeader {
        let rate: Int
        let samplesPerFrame: Int
        let isMono: Bool
        let hasChecksum: Bool

        init?(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            let (version, layer, rateIndex) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3, Int(bytes[2] >> 2 & 3))
            guard version != 1, layer == 1, rateIndex < 3 else { return nil }
            // Version 3 is MPEG-1, 2 is MPEG-2, and 0 is MPEG-2.5.
            rate = [44_100, 48_000, 32_000][rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
            samplesPerFrame = version == 3 ? 1_152 : 576
            isMono = bytes[3] >> 6 == 3
            hasChecksum = bytes[1] & 1 == 0
        }

        /// The place of the tag in the frame, behind the side information.
        var tagOffset: Int {
            let side = samplesPerFrame == 1_152 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
            return 4 + (hasChecksum ? 2 : 0) + side
        }

        func read(_ tag: ArraySlice<UInt8>) -> GaplessInfo? {
            let tag = Array(tag)
            guard tag.count >= 156, tag.starts(with: "Xing".utf8) || tag.starts(with: "Info".utf8) else { return nil }
            let flags = tag[4..<8].bigEndian
            guard flags & 1 != 0 else { return nil }
            let frames = tag[8..<12].bigEndian
            // The number of frames, of bytes, the table of contents and the quality, as far as they are there.
            let encoder = 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
            guard tag.count >= encoder + 24, ["LAME", "Lavf", "Lavc"].contains(where: { tag[encoder...].starts(with: $0.utf8) }) else {
                return nil
            }
            let both = tag[encoder + 21..<encoder + 24].bigEndian
            let (delay, padding) = (both >> 12, both & 0xfff)
            let count = frames * samplesPerFrame - delay - padding
            guard count > 0 else { return nil }
            return GaplessInfo(skip: delay + Self.decoderDelay, count: count, rate: rate)
        }

        /// The samples by which each decoder of layer III is late.
        private static let decoderDelay = 529
    }
}
