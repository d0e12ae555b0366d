import GTKAdapters
import SleevesLibrary

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
    private static var lastShading: RecordShading?

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
        let shading = lastShading.flatMap { $0.side == side ? $0 : nil } ?? RecordShading(side: side)
        lastShading = shading
        let (red, green, blue) = sleeves[sleeve]
        let picture = shading.picture(red: red, green: green, blue: blue)
        let texture = Texture(rgba: picture.pixels, width: side, height: side)
        drawn[key] = Drawing(texture: texture)
        return texture
    }
}
