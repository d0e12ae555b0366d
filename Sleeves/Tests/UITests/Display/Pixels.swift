import Glibc

/// A part of the screen, as it was at one moment.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// Red, green, blue and opacity, row by row.
    let bytes: [UInt8]

    static func == (one: Pixels, other: Pixels) -> Bool {
        // Byte by byte, this would take the tests longer than taking the pictures.
        one.width == other.width && one.height == other.height && memcmp(one.bytes, other.bytes, one.bytes.count) == 0
    }

    /// A part of a row that has one colour.
    struct Run {
        let y: Int
        let xs: Range<Int>
        /// Red in the lowest byte, then green and blue.
        let colour: UInt32

        var count: Int { xs.count }
        var red: UInt8 { UInt8(truncatingIfNeeded: colour) }
        var green: UInt8 { UInt8(truncatingIfNeeded: colour >> 8) }
        var blue: UInt8 { UInt8(truncatingIfNeeded: colour >> 16) }
    }

    /// Calls a closure with the runs of each row, from the top, until it returns `false`.
    ///
    /// Most of a window is of few colours, so there are far fewer runs than pixels.
    func forEachRun(_ body: (Run) -> Bool) {
        withPixels { pixels in
            for y in 0..<height {
                let row = pixels + y * width
                var start = 0
                while start < width {
                    let pixel = row[start]
                    var end = start + 1
                    while end < width, row[end] == pixel { end += 1 }
                    guard body(Run(y: y, xs: start..<end, colour: pixel & 0xFF_FFFF)) else { return }
                    start = end
                }
            }
        }
    }

    /// The number of different colours, not counted beyond a limit.
    func colourCount(upTo limit: Int) -> Int {
        var seen: Set<UInt32> = []
        forEachRun { run in
            seen.insert(run.colour)
            return seen.count < limit
        }
        return seen.count
    }

    /// The share of the pixels that differ, by more than rounding, from those of another picture of the same size.
    func difference(from other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        if self == other { return 0 }
        var differing = 0
        withPixels { mine in
            other.withPixels { others in
                for index in 0..<(width * height) where mine[index] != others[index] {
                    for shift: UInt32 in [0, 8, 16] where abs(Int(mine[index] >> shift & 0xFF) - Int(others[index] >> shift & 0xFF)) > 12 {
                        differing += 1
                        break
                    }
                }
            }
        }
        return Double(differing) / Double(width * height)
    }

    /// The number of pixels that are darker than a text's grey.
    var darkCount: Int {
        var count = 0
        forEachRun { run in
            if max(run.red, run.green, run.blue) < 120 { count += run.count }
            return true
        }
        return count
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
        let grey = UInt32(level) * 0x01_01_01
        var (row, xs, seen) = (0, 0..<0, 0)
        forEachRun { run in
            if run.y != row {
                guard seen < count else { return false }
                (row, seen) = (run.y, 0)
            }
            if run.colour == grey {
                xs = seen == 0 ? run.xs : xs.lowerBound..<run.xs.upperBound
                seen += run.count
            }
            return true
        }
        return seen >= count ? (row, xs) : nil
    }

    private func withPixels(_ body: (UnsafePointer<UInt32>) -> Void) {
        // SAFETY: an array's bytes are aligned for every number, and there are four for each pixel, which `Stage.pixels` checks.
        bytes.withUnsafeBytes { if let start = $0.baseAddress { body(start.assumingMemoryBound(to: UInt32.self)) } }
    }
}
