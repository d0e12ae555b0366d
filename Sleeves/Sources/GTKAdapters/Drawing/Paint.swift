internal import CAdwaita

/// A colour to draw with.
public struct Paint: Hashable, Sendable {
    /// The parts of the colour, 0 to 1.
    public var red, green, blue: Double
    /// The opacity, 0 to 1.
    public var opacity: Double

    /// Creates a colour of parts from 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// Creates an opaque colour as it is written in style sheets: `0x3584e4`.
    public init(_ hexadecimal: UInt32) {
        let parts = [16, 8, 0].map { Double(hexadecimal >> $0 & 0xff) / 255 }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }

    /// Returns the colour with a part of its opacity.
    public func faded(_ factor: Double) -> Paint {
        Paint(red: red, green: green, blue: blue, opacity: opacity * factor)
    }

    /// A colour of the platform's theme, which follows the user's choice of light, dark and high contrast.
    public enum Name: String, CaseIterable, Sendable {
        /// The colour for what is selected or active, on the window's background.
        case accent = "accent_color"
        /// The background of a window.
        case window = "window_bg_color"
        /// The background of a list or another view.
        case view = "view_bg_color"
        /// The text of a view.
        case text = "view_fg_color"
        /// The background of a card.
        case card = "card_bg_color"
        /// Errors.
        case error = "error_color"
        /// Warnings.
        case warning = "warning_color"

        /// The class of a widget whose text has the colour.
        var styleClass: String { "paint-\(rawValue)" }
    }

    init(_ colour: GdkRGBA) {
        self.init(red: Double(colour.red), green: Double(colour.green), blue: Double(colour.blue), opacity: Double(colour.alpha))
    }

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(opacity)) }
}
