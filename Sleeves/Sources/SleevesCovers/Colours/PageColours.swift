/// The colours of an album's page, taken from its cover, on which everything can be read.
///
/// ## Behavior
/// - Each ``Ink`` has a contrast of at least 4.5 : 1 on every colour between ``top`` and ``bottom``, and on cards and buttons that stand
///   there.
/// - ``buttonText`` has a contrast of at least 4.5 : 1 on ``button``.
/// - The hues are those of the cover; lightness and colourfulness are those of a background, whatever the cover is like.
public struct PageColours: Sendable, Hashable {
    /// The background at the top of the page.
    public let top: Colour
    /// The background at the bottom of the page.
    public let bottom: Colour
    /// The most important button.
    public let button: Colour
    /// The text on ``button``.
    public let buttonText: Colour

    /// The least contrast of text with its background: that of WCAG 2.1, <https://www.w3.org/TR/WCAG21/#contrast-minimum>.
    static let leastContrast = 4.5

    /// Takes the colours of a page from those of its cover.
    public init(_ palette: CoverPalette, isDark: Bool) {
        let appearance = Appearance(isDark: isDark)
        top = appearance.background(palette.first)
        bottom = appearance.background(palette.second)
        (button, buttonText) = appearance.button(palette.first)
    }

    /// Something that is drawn on a page: a text, or a surface.
    struct Ink: Sendable, Hashable {
        var colour: Colour
        var opacity = 1.0

        /// Returns the ink's colour on a background.
        func drawn(on background: Colour) -> Colour {
            colour.drawn(over: background, opacity: opacity)
        }
    }

    /// A surface that stands on a page, and the texts on it.
    struct Place: Sendable, Hashable {
        /// The layers of the surface, from back to front; none for the page itself.
        var layers: [Ink]
        /// The colours of the texts.
        var texts: [Ink]

        /// Returns the contrast of the faintest text with what is behind it.
        func contrast(on page: Colour) -> Double {
            let ground = layers.reduce(page) { $1.drawn(on: $0) }
            return texts.map { $0.drawn(on: ground).contrast(with: ground) }.min() ?? 21
        }
    }

    /// The places of a page with text: the page itself, a button under the pointer, a card with links, and a row of a card under the pointer.
    ///
    /// The colours are libadwaita's; dim text and links are less faint (`SleevesStyle`).
    static func places(isDark: Bool) -> [Place] {
        let plain = isDark ? Ink(colour: .white) : Ink(colour: .black, opacity: 0.8)
        let dim = Ink(colour: plain.colour, opacity: plain.opacity * 0.75)
        let accent = isDark ? Colour(red: 0x78, green: 0xAE, blue: 0xED) : Colour(red: 0x1C, green: 0x71, blue: 0xD8)
        let link = Ink(colour: plain.colour.drawn(over: accent, opacity: 0.3), opacity: plain.opacity)
        let card = Ink(colour: .white, opacity: isDark ? 0.08 : 1)
        func shade(_ opacity: Double) -> Ink { Ink(colour: plain.colour, opacity: plain.opacity * opacity) }
        return [
            Place(layers: [], texts: [plain, dim]),
            Place(layers: [shade(0.15)], texts: [plain]),
            Place(layers: [card], texts: [plain, dim, link]),
            Place(layers: [card, shade(0.03)], texts: [plain, dim]),
        ]
    }
}

/// The appearance of backgrounds and buttons on a light or a dark desktop.
private struct Appearance {
    let isDark: Bool
    let places: [PageColours.Place]

    init(isDark: Bool) {
        self.isDark = isDark
        places = PageColours.places(isDark: isDark)
    }

    /// Returns a background in the hue of a colour: the most vivid one on which all texts can be read.
    func background(_ colour: OKLab) -> Colour {
        var lightness = isDark ? 0.29 : 0.94
        while true {
            let background = colour.shown(lightness: lightness, chroma: isDark ? 0.04 : 0.03)
            // Between two colours of a gradient, a channel may be rounded to either side.
            let isReadable = places.allSatisfy { $0.contrast(on: background) >= PageColours.leastContrast + 0.05 }
            if isReadable || !(0...1).contains(lightness) { return background }
            lightness += isDark ? -0.01 : 0.01
        }
    }

    /// Returns a button in the hue of a colour, and its text.
    func button(_ colour: OKLab) -> (button: Colour, text: Colour) {
        let text = isDark ? Colour(red: 24, green: 24, blue: 24) : .white
        var lightness = isDark ? 0.82 : 0.5
        while true {
            let button = colour.shown(lightness: lightness, chroma: isDark ? 0.09 : 0.15)
            if button.contrast(with: text) >= PageColours.leastContrast || !(0...1).contains(lightness) { return (button, text) }
            lightness += isDark ? 0.01 : -0.01
        }
    }
}
