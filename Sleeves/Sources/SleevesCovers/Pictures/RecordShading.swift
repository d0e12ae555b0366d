/// The light and shadow on a drawing of a record that peeks out of its sleeve, the same for sleeves of all colours.
public struct RecordShading: Sendable {
    /// The width and height of the drawing in pixels.
    public let side: Int
    /// For each pixel, its part of the sleeve's colour, and the grey that is added to that.
    private let shades: [(share: Float, grey: Float)]

    /// - Precondition: `side` is positive.
    /// - Complexity: O(*side*²).
    public init(side: Int) {
        self.side = side
        shades = (0..<side * side).map { Self.shade(x: Float($0 % side) + 0.5, y: Float($0 / side) + 0.5, side: Float(side)) }
    }

    /// Draws the record in a sleeve of a colour, whose channels are from 0 to 1.
    ///
    /// - Complexity: O(*side*²).
    public func picture(red: Float, green: Float, blue: Float) -> CoverImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: shades.count * 4) { pixels, count in
            for shade in shades {
                pixels[count] = Self.byte(red, shade)
                pixels[count + 1] = Self.byte(green, shade)
                pixels[count + 2] = Self.byte(blue, shade)
                pixels[count + 3] = 255
                count += 4
            }
        }
        return CoverImage(width: side, height: side, pixels: pixels)
    }

    private static func byte(_ channel: Float, _ shade: (share: Float, grey: Float)) -> UInt8 {
        UInt8(max(0, min(255, channel * 255 * shade.share + shade.grey)))
    }

    private static func shade(x: Float, y: Float, side: Float) -> (share: Float, grey: Float) {
        let light = 1.12 - 0.4 * y / side
        let (dx, dy) = (x - side * 0.62, y - side * 0.36)
        let square = dx * dx + dy * dy
        let outer = side * 0.40
        let radius = square.squareRoot() / outer
        /// Returns the share of the pixel inside a circle: all edges are as soft as a pixel is wide.
        func inside(_ edge: Float) -> Float { max(0, min(1, (edge - radius) * outer + 0.5)) }
        let record = inside(1) * 0.55
        let (label, hole) = (inside(0.34), inside(0.06))
        // The grooves, lit from two sides.
        let phase = radius * 30
        let groove = 0.02 * abs(2 * (phase - phase.rounded(.down)) - 1)
        let shine = max(0, dx * dy / (square + 1)) * 0.22
        return (light * (1 - record) + record * (1.5 * label - 0.5 * hole), (0.07 + groove + shine) * record * 255 * (1 - label))
    }
}
