internal import Glibc

/// A colour in OKLab, in which equal distances look equally large: <https://bottosson.github.io/posts/oklab/>.
struct OKLab: Sendable, Hashable {
    /// From 0 for black to 1 for white.
    var lightness: Double
    /// From green to red.
    var a: Double
    /// From blue to yellow.
    var b: Double

    /// Creates a colour from its coordinates.
    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// The chroma: 0 for grey; of the colours that a screen shows, up to 0.33.
    var chroma: Double { (a * a + b * b).squareRoot() }

    /// Converts a colour of a screen.
    init(_ colour: Colour) {
        let light = colour.linear
        let long = cbrt(0.4122214708 * light.red + 0.5363325363 * light.green + 0.0514459929 * light.blue)
        let medium = cbrt(0.2119034982 * light.red + 0.6806995451 * light.green + 0.1073969566 * light.blue)
        let short = cbrt(0.0883024619 * light.red + 0.2817188376 * light.green + 0.6299787005 * light.blue)
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    /// Returns the colour of a screen with a lightness and the same hue, as colourful as this one, but no more than a limit and than the
    /// screen can show.
    func shown(lightness: Double, chroma limit: Double) -> Colour {
        let chroma = chroma
        var share = chroma > 0 ? min(1, limit / chroma) : 0
        for _ in 0..<24 {
            if let colour = OKLab(lightness: lightness, a: a * share, b: b * share).colour { return colour }
            share *= 0.85
        }
        return OKLab(lightness: min(max(lightness, 0), 1), a: 0, b: 0).colour ?? (lightness > 0.5 ? .white : .black)
    }

    /// The colour of a screen; `nil` if no screen shows it.
    private var colour: Colour? {
        func cube(_ value: Double) -> Double { value * value * value }
        let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return Colour.inGamut(
            red: 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
            green: -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
            blue: -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
        )
    }
}
