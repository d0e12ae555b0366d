import GTKAdapters

/// A drawing of a record that peeks out of its sleeve, in one of a few colours.
@MainActor
enum RecordDrawing {
    private static let side = 240
    private static let sleeves: [(red: Double, green: Double, blue: Double)] = [
        (0.20, 0.33, 0.52), (0.47, 0.25, 0.38), (0.18, 0.42, 0.38), (0.55, 0.34, 0.20),
        (0.33, 0.29, 0.55), (0.40, 0.44, 0.22), (0.55, 0.24, 0.24), (0.26, 0.38, 0.46),
    ]
    private static var drawn: [Int: Texture] = [:]

    /// Returns the texture for a seed. Each colour is drawn once.
    static func texture(seed: String) -> Texture {
        let choice = Int(seed.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) } % UInt32(sleeves.count))
        if let texture = drawn[choice] { return texture }
        let texture = Texture(rgba: pixels(sleeves[choice]), width: side, height: side)
        drawn[choice] = texture
        return texture
    }

    private static func pixels(_ sleeve: (red: Double, green: Double, blue: Double)) -> [UInt8] {
        let channels = [sleeve.red, sleeve.green, sleeve.blue].map { Float($0 * 255) }
        return [UInt8](unsafeUninitializedCapacity: side * side * 4) { pixels, count in
            for (place, shade) in shades.enumerated() {
                for channel in 0..<3 {
                    pixels[place * 4 + channel] = UInt8(max(0, min(255, channels[channel] * shade.share + shade.grey)))
                }
                pixels[place * 4 + 3] = 255
            }
            count = side * side * 4
        }
    }

    /// What each pixel has of the sleeve's colour, and what grey is added to it, the same for all colours.
    private static let shades: [(share: Float, grey: Float)] = (0..<side * side).map { place in
        shade(x: Double(place % side) + 0.5, y: Double(place / side))
    }

    private static func shade(x: Double, y: Double) -> (share: Float, grey: Float) {
        let side = Double(Self.side)
        let light = 1.12 - 0.4 * y / side
        let (dx, dy) = (x - side * 0.62, y + 0.5 - side * 0.36)
        let radius = (dx * dx + dy * dy).squareRoot() / (side * 0.40)
        let coverage = max(0, min(1, (1 - radius) * side * 0.40)) * 0.55
        let sleeve = light * (1 - coverage)
        switch radius {
        case ..<0.06: return (Float(sleeve + coverage), 0)
        case ..<0.34: return (Float(sleeve + 1.5 * coverage), 0)
        default:
            // The grooves, lit from two sides.
            let grooves = 0.02 * (Int(radius * 60) % 2 == 0 ? 1.0 : 0.0)
            let shine = max(0, dx * dy / (dx * dx + dy * dy + 1)) * 0.22
            return (Float(sleeve), Float((0.07 + grooves + shine) * coverage * 255))
        }
    }
}
