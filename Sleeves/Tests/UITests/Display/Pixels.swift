/// A part of the screen, as it was at one moment.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// Red, green, blue and opacity, row by row.
    let bytes: [UInt8]

    /// How many different colours there are.
    var colourCount: Int {
        var seen: Set<UInt32> = []
        for index in 0..<(width * height) { seen.insert(colour(index)) }
        return seen.count
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
