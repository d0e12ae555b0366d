/// A part of the screen, as it was at one moment.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// Blue, green, red and nothing, row by row.
    let bytes: [UInt8]

    init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Reads the window dump that `xwd` writes of a display with 24 bits a pixel, in words of 32, whatever it says about these; `nil` if it is
    /// another.
    ///
    /// Source: `X11/XWDFile.h`.
    init?(windowDump dump: [UInt8]) {
        func field(_ number: Int) -> Int { dump[number * 4..<number * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard dump.count > 100, field(1) == 7, field(3) == 24, field(7) == 0 else { return nil }
        let (width, height, stride) = (field(4), field(5), field(12))
        let start = field(0) + field(19) * 12
        guard stride == width * 4, dump.count >= start + stride * height else { return nil }
        self.init(width: width, height: height, bytes: Array(dump[start..<start + stride * height]))
    }

    /// How many different colours there are.
    var colourCount: Int {
        var seen: Set<UInt32> = []
        for index in 0..<(width * height) { seen.insert(colour(index)) }
        return seen.count
    }

    /// Whether there are at least so many different colours. Quicker than counting all.
    func hasColours(_ count: Int) -> Bool {
        var (seen, last): (Set<UInt32>, UInt32?) = ([], nil)
        for index in 0..<(width * height) {
            let colour = colour(index)
            if colour == last { continue }
            last = colour
            if seen.insert(colour).inserted, seen.count >= count { return true }
        }
        return false
    }

    /// What share of the pixels differs, by more than rounding, from those of another picture of the same size.
    func difference(from other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        if bytes == other.bytes { return 0 }
        let differing = (0..<(width * height)).count { index in
            (0..<3).contains { abs(Int(bytes[index * 4 + $0]) - Int(other.bytes[index * 4 + $0])) > 12 }
        }
        return Double(differing) / Double(width * height)
    }

    /// How many pixels are darker than a text's grey.
    var darkCount: Int {
        (0..<(width * height)).count { index in (0..<3).allSatisfy { bytes[index * 4 + $0] < 120 } }
    }

    /// A part of it.
    func cropped(to part: Frame) -> Pixels {
        var cut: [UInt8] = []
        for y in part.y..<(part.y + part.height) {
            let start = (y * width + part.x) * 4
            cut += bytes[start..<(start + part.width * 4)]
        }
        return Pixels(width: part.width, height: part.height, bytes: cut)
    }

    /// The first row, from the top, with at least so many pixels of one grey in it.
    func firstRow(ofGrey level: UInt8, count: Int) -> (y: Int, xs: Range<Int>)? {
        for y in 0..<height {
            let xs = (0..<width).filter { x in (0..<3).allSatisfy { bytes[(y * width + x) * 4 + $0] == level } }
            if xs.count >= count, let first = xs.first, let last = xs.last { return (y, first..<(last + 1)) }
        }
        return nil
    }

    private func colour(_ index: Int) -> UInt32 {
        UInt32(bytes[index * 4]) << 16 | UInt32(bytes[index * 4 + 1]) << 8 | UInt32(bytes[index * 4 + 2])
    }
}

/// A place, in pixels.
struct Frame: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }

    func moved(x dx: Int, y dy: Int) -> Frame {
        Frame(x: x + dx, y: y + dy, width: width, height: height)
    }

    func inset(_ margin: Int) -> Frame {
        Frame(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
