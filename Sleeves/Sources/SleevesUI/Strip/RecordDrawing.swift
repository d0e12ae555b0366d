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
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * 4)
        for y in 0..<side {
            for x in 0..<side {
                let light = 1.12 - 0.4 * Double(y) / Double(side)
                let record = record(atX: Double(x) + 0.5, y: Double(y) + 0.5, label: sleeve)
                for channel in [(sleeve.red, record.red), (sleeve.green, record.green), (sleeve.blue, record.blue)] {
                    let value = channel.0 * light * (1 - record.coverage) + channel.1 * record.coverage
                    pixels.append(UInt8(max(0, min(255, value * 255))))
                }
                pixels.append(255)
            }
        }
        return pixels
    }

    /// Returns the record's colour and coverage at a point.
    private static func record(
        atX x: Double,
        y: Double,
        label: (red: Double, green: Double, blue: Double)
    ) -> (red: Double, green: Double, blue: Double, coverage: Double) {
        let side = Double(Self.side)
        let (dx, dy) = (x - side * 0.62, y - side * 0.36)
        let radius = (dx * dx + dy * dy).squareRoot() / (side * 0.40)
        let coverage = max(0, min(1, (1 - radius) * side * 0.40)) * 0.55
        switch radius {
        case ..<0.06: return (label.red, label.green, label.blue, coverage)
        case ..<0.34: return (label.red * 1.5, label.green * 1.5, label.blue * 1.5, coverage)
        default:
            // The grooves, lit from two sides.
            let grooves = 0.02 * (Int(radius * 60) % 2 == 0 ? 1.0 : 0.0)
            let shine = max(0, dx * dy / (dx * dx + dy * dy + 1)) * 0.22
            let grey = 0.07 + grooves + shine
            return (grey, grey, grey, coverage)
        }
    }
}
