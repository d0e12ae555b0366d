internal import Glibc

/// An opaque colour in sRGB, as a screen shows it: with 8 bits a channel.
public struct Colour: Sendable, Hashable {
    /// From 0 to 255.
    var red: UInt8
    /// From 0 to 255.
    var green: UInt8
    /// From 0 to 255.
    var blue: UInt8

    /// Creates a colour from its channels.
    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    static let black = Colour(red: 0, green: 0, blue: 0)
    static let white = Colour(red: 255, green: 255, blue: 255)

    /// The colour in CSS.
    public var css: String { "rgb(\(red),\(green),\(blue))" }

    /// Returns the colour that results from drawing this one over another, with an opacity from 0 to 1.
    func drawn(over other: Colour, opacity: Double) -> Colour {
        func mix(_ front: UInt8, _ back: UInt8) -> UInt8 {
            UInt8((Double(front) * opacity + Double(back) * (1 - opacity)).rounded())
        }
        return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// The relative luminance, from 0 for black to 1 for white, as WCAG 2.1 defines it:
    /// <https://www.w3.org/TR/WCAG21/#dfn-relative-luminance>.
    var luminance: Double {
        let light = linear
        return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
    }

    /// Returns the contrast ratio with another colour, from 1 to 21, as WCAG 2.1 defines it:
    /// <https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio>.
    func contrast(with other: Colour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The channels in linear light, from 0 to 1.
    var linear: (red: Double, green: Double, blue: Double) {
        (Self.light[Int(red)], Self.light[Int(green)], Self.light[Int(blue)])
    }

    /// Returns the colour with channels in linear light, or `nil` if it is outside of sRGB.
    static func inGamut(red: Double, green: Double, blue: Double) -> Colour? {
        let range = -0.0005...1.0005
        guard range.contains(red), range.contains(green), range.contains(blue) else { return nil }
        return Colour(red: channel(red), green: channel(green), blue: channel(blue))
    }

    /// The transfer function of sRGB (IEC 61966-2-1), for each value of a channel.
    private static let light: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private static func channel(_ light: Double) -> UInt8 {
        let light = min(max(light, 0), 1)
        let share = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((share * 255).rounded())
    }
}
