/// A part of the screen, as it was at one moment.
struct Pixels: Equatable, Sendable {
    let width: Int
    let height: Int
    /// Red, green and blue, row by row.
    let bytes: [UInt8]

    /// The number of different colours.
    var colourCount: Int {
        Set(starts.map { bytes[$0..<$0 + 3] }).count
    }

    /// The share of the pixels that differ, by more than rounding, from those of another picture of the same size.
    func difference(from other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 1 }
        if bytes == other.bytes { return 0 }
        let differing = starts.filter { start in
            (start..<start + 3).contains { (index: Int) in bytes[index].distance(to: other.bytes[index]).magnitude > 12 }
        }
        return Double(differing.count) / Double(width * height)
    }

    /// The offset of each pixel.
    private var starts: [Int] { (0..<width * height).map { $0 * 3 } }
}
