/// A part of the screen, as it was at one moment.
struct Pixels: Equatable, Sendable {
    let width: Int
    let height: Int
    /// Red, green and blue, row by row.
    let bytes: [UInt8]

    /// The number of different colours.
    var colourCount: Int {
        var colours: Set<UInt32> = []
        var start = 0
        while start < bytes.count {
            colours.insert(UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]))
            start += 3
        }
        return colours.count
    }

    /// The share of the pixels that differ, by more than rounding, from those of another picture of the same size.
    func difference(from other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        if bytes == other.bytes { return 0 }
        var count = 0
        var start = 0
        while start < bytes.count {
            if differs(from: other, at: start) || differs(from: other, at: start + 1) || differs(from: other, at: start + 2) { count += 1 }
            start += 3
        }
        return Double(count) / Double(width * height)
    }

    private func differs(from other: Pixels, at index: Int) -> Bool {
        bytes[index].distance(to: other.bytes[index]).magnitude > 12
    }
}
