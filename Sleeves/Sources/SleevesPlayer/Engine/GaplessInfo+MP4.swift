extension GaplessInfo {
    /// Reads the edit list of the first sound track of an MP4 file, or iTunes' `iTunSMPB`.
    ///
    /// Source: ISO/IEC 14496-12 for the boxes.
    static func mp4(_ file: FileBytes) -> GaplessInfo? {
        let head = file.bytes(12, at: 0)
        guard head.count == 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        var reader = BoxReader(file: file)
        guard let movie = reader.first("moov", in: 0..<Int.max) else { return nil }
        for track in reader.all("trak", in: movie) {
            guard let media = reader.first("mdia", in: track), let handler = reader.first("hdlr", in: media),
                file.bytes(4, at: handler.lowerBound + 8).elementsEqual("soun".utf8),
                let header = reader.first("mdhd", in: media)
            else { continue }
            let bytes = file.bytes(32, at: header.lowerBound)
            guard bytes.count == 32 else { return nil }
            let isLong = bytes[0] == 1
            let rate = (isLong ? bytes[20..<24] : bytes[12..<16]).bigEndian
            let length = (isLong ? bytes[24..<32] : bytes[16..<20]).bigEndian
            guard (1...1_000_000).contains(rate), (1..<1 << 40).contains(length) else { return nil }
            let edits = reader.first("edts", in: track)
            let start = edits.flatMap { reader.first("elst", in: $0) }.flatMap { mediaTime(file, $0) } ?? 0
            if start == 0, let info = smpb(file, &reader, in: movie, rate: rate) { return info }
            guard start < length else { return nil }
            var info = GaplessInfo(skip: start, count: length - start, rate: rate)
            // Without the edit list, and where the film seems to be longer than it, the stream is decoded whole.
            if let edits { info.patches.append(.init(offset: edits.lowerBound - 4, bytes: Array("free".utf8))) }
            if let patch = lengthening(file, &reader, in: movie) { info.patches.append(patch) }
            return info
        }
        return nil
    }

    /// Returns a patch that makes the whole film a second longer.
    private static func lengthening(_ file: FileBytes, _ reader: inout BoxReader, in movie: Range<Int>) -> Patch? {
        guard let header = reader.first("mvhd", in: movie) else { return nil }
        let bytes = file.bytes(32, at: header.lowerBound)
        guard bytes.count == 32 else { return nil }
        let (rate, duration) = bytes[0] == 1 ? (20..<24, 24..<32) : (12..<16, 16..<20)
        let (length, isTooLong) = bytes[duration].bigEndian.addingReportingOverflow(bytes[rate].bigEndian)
        guard !isTooLong, length < 1 << (8 * duration.count - 1) else { return nil }
        let patched = (0..<duration.count).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        return Patch(offset: header.lowerBound + duration.lowerBound, bytes: patched)
    }

    /// Returns the beginning of the first edit that isn't empty.
    private static func mediaTime(_ file: FileBytes, _ list: Range<Int>) -> Int? {
        let head = file.bytes(8, at: list.lowerBound)
        guard head.count == 8 else { return nil }
        let width = head[0] == 1 ? 8 : 4
        for entry in 0..<min(head[4..<8].bigEndian, 8) {
            let bytes = file.bytes(2 * width, at: list.lowerBound + 8 + entry * (2 * width + 4))
            guard bytes.count == 2 * width else { return nil }
            let time = bytes[width...]
            // -1 stands for an empty edit.
            if time.allSatisfy({ $0 == 0xff }) { continue }
            return time[time.startIndex] & 0x80 == 0 ? time.bigEndian : nil
        }
        return nil
    }

    /// Reads `iTunSMPB`: twelve hexadecimal numbers, of which the second to the fourth are the delay, the padding and the number of samples.
    private static func smpb(_ file: FileBytes, _ reader: inout BoxReader, in movie: Range<Int>, rate: Int) -> GaplessInfo? {
        guard let user = reader.first("udta", in: movie), let meta = reader.first("meta", in: user),
            // `meta` has a version before its boxes.
            let list = reader.first("ilst", in: meta.lowerBound + 4..<meta.upperBound)
        else { return nil }
        for item in reader.all("----", in: list) {
            guard let name = reader.first("name", in: item), let data = reader.first("data", in: item), name.count < 64,
                file.bytes(name.count, at: name.lowerBound).dropFirst(4).elementsEqual("iTunSMPB".utf8), data.count < 512
            else { continue }
            let text = String(decoding: file.bytes(data.count, at: data.lowerBound).dropFirst(8), as: UTF8.self)
            let numbers = text.split(separator: " ").compactMap { Int($0, radix: 16) }
            guard numbers.count >= 4, (0...100_000).contains(numbers[1]), (1..<1 << 40).contains(numbers[3]) else { return nil }
            return GaplessInfo(skip: numbers[1], count: numbers[3], rate: rate)
        }
        return nil
    }

    /// A reader of the boxes of an MP4 file, which reads a limited number of them.
    private struct BoxReader {
        let file: FileBytes
        private var left = 4_096

        init(file: FileBytes) {
            self.file = file
        }

        mutating func first(_ kind: String, in range: Range<Int>) -> Range<Int>? {
            all(kind, in: range, limit: 1).first
        }

        /// Returns the contents of the boxes of a kind.
        mutating func all(_ kind: String, in range: Range<Int>, limit: Int = 64) -> [Range<Int>] {
            var found: [Range<Int>] = []
            var offset = range.lowerBound
            while offset < range.upperBound - 8, left > 0, found.count < limit {
                left -= 1
                let head = file.bytes(16, at: offset)
                guard head.count >= 8 else { break }
                var (size, start) = (head[0..<4].bigEndian, 8)
                if size == 1 {
                    guard head.count == 16, head[8] == 0 else { break }
                    (size, start) = (head[8..<16].bigEndian, 16)
                }
                guard size >= start, size < 1 << 48 else { break }
                let end = min(offset + size, range.upperBound)
                if head[4..<8].elementsEqual(kind.utf8) { found.append(offset + start..<max(end, offset + start)) }
                offset += size
            }
            return found
        }
    }
}
