import GTKAdapters

/// A drawing of a record that peeks out of its sleeve, in one of a few colours.
@MainActor
enum RecordDrawing {
    /// The sides in pixels that it is drawn in, so that a window whose size changes hardly ever needs another one.
    private static let sides = [200, 300, 450, 675, 1_000]
    private static let sleeves: [(red: Float, green: Float, blue: Float)] = [
        (0.20, 0.33, 0.52), (0.47, 0.25, 0.38), (0.18, 0.42, 0.38), (0.55, 0.34, 0.20),
        (0.33, 0.29, 0.55), (0.40, 0.44, 0.22), (0.55, 0.24, 0.24), (0.26, 0.38, 0.46),
    ]
    private static var drawn: [Key: Drawing] = [:]

    private struct Key: Hashable {
        var sleeve: Int
        var side: Int
    }

    /// A drawing, for as long as a widget shows it.
    private struct Drawing {
        weak var texture: Texture?
    }

    /// Returns the texture for a seed, which is sharp at a side in pixels. What is shown already is not drawn again.
    static func texture(seed: String, side wanted: Int) -> Texture {
        let sleeve = Int(seed.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) } % UInt32(sleeves.count))
        let side = sides.first { $0 >= wanted } ?? sides[sides.count - 1]
        let key = Key(sleeve: sleeve, side: side)
        if let texture = drawn[key]?.texture { return texture }
        let texture = Texture(rgba: pixels(sleeves[sleeve], side: side), width: side, height: side)
        drawn[key] = Drawing(texture: texture)
        return texture
    }

    private static func pixels(_ sleeve: (red: Float, green: Float, blue: Float), side: Int) -> [UInt8] {
        let channels = [sleeve.red * 255, sleeve.green * 255, sleeve.blue * 255]
        return [UInt8](unsafeUninitializedCapacity: side * side * 4) { pixels, count in
            for (place, shade) in shades(side: side).enumerated() {
                for channel in 0..<3 {
                    pixels[place * 4 + channel] = UInt8(max(0, min(255, channels[channel] * shade.share + shade.grey)))
                }
                pixels[place * 4 + 3] = 255
            }
            count = side * side * 4
        }
    }

    /// What a pixel has of the sleeve's colour, and what grey is added to it, the same for all colours.
    private typealias Shade = (share: Float, grey: Float)
    private static var lastShades: (side: Int, shades: [Shade]) = (0, [])

    private static func shades(side: Int) -> [Shade] {
        if lastShades.side != side {
            lastShades = (side, (0..<side * side).map { shade(x: Float($0 % side) + 0.5, y: Float($0 / side) + 0.5, side: Float(side)) })
        }
        return lastShades.shades
    }

    private static func shade(x: Float, y: Float, side: Float) -> Shade {
        let light = 1.12 - 0.4 * y / side
        let (dx, dy) = (x - side * 0.62, y - side * 0.36)
        let square = dx * dx + dy * dy
        let outer = side * 0.40
        let radius = square.squareRoot() / outer
        /// How much of the pixel is inside of a circle: all edges are as soft as a pixel is wide.
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
