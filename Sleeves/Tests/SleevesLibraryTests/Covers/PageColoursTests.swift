import Testing

@testable import SleevesCovers

@Suite("The colours of pages")
struct PageColoursTests {
    // MARK: Formulas

    @Test("Contrast is that of WCAG's examples")
    func contrast() {
        func ratio(_ grey: UInt8) -> Double { Colour(red: grey, green: grey, blue: grey).contrast(with: .white) }
        #expect(Colour.black.contrast(with: .white) == 21)
        #expect(Colour.white.contrast(with: .white) == 1)
        // The lightest grey that is readable on white, and the next one.
        #expect(ratio(0x76) >= 4.5 && ratio(0x77) < 4.5)
    }

    @Test(
        "OKLab is that of its author's table",
        arguments: [
            (Colour.white, 1.0, 0.0, 0.0),
            (Colour(red: 255, green: 0, blue: 0), 0.628, 0.225, 0.126),
            (Colour(red: 0, green: 255, blue: 0), 0.866, -0.234, 0.179),
            (Colour(red: 0, green: 0, blue: 255), 0.452, -0.032, -0.312),
        ])
    func okLab(colour: Colour, lightness: Double, a: Double, b: Double) {
        let converted = OKLab(colour)
        #expect(abs(converted.lightness - lightness) < 0.001 && abs(converted.a - a) < 0.001 && abs(converted.b - b) < 0.001)
    }

    @Test("A colour that is shown as it is comes back from OKLab")
    func roundTrip() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<2_000 {
            let colour = Self.colour(&random)
            let lab = OKLab(colour)
            #expect(lab.shown(lightness: lab.lightness, chroma: 1) == colour)
        }
    }

    // MARK: Colours of a picture

    @Test("A large muted sky counts more than a small vivid sun, which is the second colour")
    func sky() {
        let (sky, sun) = (Colour(red: 60, green: 80, blue: 140), Colour(red: 250, green: 200, blue: 60))
        let palette = CoverPalette(Self.picture { x, y in x < 35 && y < 35 ? sun : sky })
        #expect(Self.hue(palette.first, isNear: OKLab(sky)))
        #expect(Self.hue(palette.second, isNear: OKLab(sun)))
    }

    @Test("A picture of one hue has it twice, a grey one has no hue")
    func oneHue() {
        let red = CoverPalette(Self.picture { _, y in Colour(red: UInt8(100 + y), green: 30, blue: 20) })
        #expect(red.first == red.second && Self.hue(red.first, isNear: OKLab(Colour(red: 150, green: 30, blue: 20))))
        let grey = CoverPalette(Self.picture { x, y in Colour(red: UInt8(x + y), green: UInt8(x + y), blue: UInt8(x + y)) })
        #expect(grey.first.chroma < 0.001 && grey.second == grey.first)
    }

    @Test("Transparent pixels don't count, and a picture of nothing else is grey")
    func transparent() {
        let red = Colour(red: 200, green: 20, blue: 20)
        let blue = Colour(red: 20, green: 20, blue: 200)
        let palette = CoverPalette(Self.picture(opacity: { x, _ in x < 80 ? 0 : 255 }) { x, _ in x < 80 ? red : blue })
        #expect(palette.first == palette.second && Self.hue(palette.first, isNear: OKLab(blue)))
        #expect(CoverPalette(Self.picture(opacity: { _, _ in 0 }) { _, _ in red }).first.chroma == 0)
    }

    @Test("Pictures of each shape have colours, down to one pixel", arguments: [(1, 1), (1, 500), (500, 1), (3, 2), (1_200, 900)])
    func shapes(width: Int, height: Int) {
        let pixels = [UInt8](repeating: 200, count: width * height * 4)
        #expect(CoverPalette(CoverImage(width: width, height: height, pixels: pixels)).first.chroma < 0.001)
    }

    @Test("A page has its cover's hue, and is light on a light desktop and dark on a dark one", arguments: [false, true])
    func hues(isDark: Bool) {
        for colour in [Colour(red: 200, green: 40, blue: 30), Colour(red: 30, green: 60, blue: 160), Colour(red: 40, green: 130, blue: 60)]
        {
            let colours = PageColours(CoverPalette(Self.picture { _, _ in colour }), isDark: isDark)
            for shown in [colours.top, colours.bottom, colours.button] { #expect(Self.hue(OKLab(shown), isNear: OKLab(colour))) }
            #expect(isDark ? colours.top.luminance < 0.06 : colours.top.luminance > 0.7)
            // A tint, not a colour; but not grey either.
            #expect((0.015...0.05).contains(OKLab(colours.top).chroma))
        }
    }

    // MARK: The bound

    @Test("All text on a page has a contrast of 4.5, whatever the cover", arguments: [false, true])
    func bound(isDark: Bool) {
        var random = SeededRandom(seed: 17)
        var pictures = Self.extremes
        for _ in 0..<300 { pictures.append(Self.randomPicture(&random)) }
        for picture in pictures { expectReadable(CoverPalette(picture), isDark: isDark) }
    }

    @Test("All text on a page has a contrast of 4.5, whatever the cover's two colours", arguments: [false, true])
    func boundOfColours(isDark: Bool) {
        let steps: [UInt8] = [0, 51, 102, 153, 204, 255]
        var colours: [OKLab] = []
        for red in steps {
            for green in steps {
                for blue in steps { colours.append(OKLab(Colour(red: red, green: green, blue: blue))) }
            }
        }
        for (index, first) in colours.enumerated() {
            expectReadable(CoverPalette(first: first, second: colours[(index * 71 + 35) % colours.count]), isDark: isDark)
        }
        // Colours that no screen shows don't come from a picture, but must not be a way around the bound.
        for strange in [OKLab(lightness: 3, a: 2, b: -2), OKLab(lightness: -1, a: 0, b: 0), OKLab(lightness: 0.5, a: 0.4, b: 0.4)] {
            expectReadable(CoverPalette(first: strange, second: strange), isDark: isDark)
        }
    }

    private func expectReadable(_ palette: CoverPalette, isDark: Bool) {
        let colours = PageColours(palette, isDark: isDark)
        #expect(colours.button.contrast(with: colours.buttonText) >= PageColours.leastContrast)
        let least =
            (0...32).flatMap { step in
                let page = colours.bottom.drawn(over: colours.top, opacity: Double(step) / 32)
                return PageColours.places(isDark: isDark).map { $0.contrast(on: page) }
            }.min() ?? 0
        #expect(least >= PageColours.leastContrast, "\(colours)")
    }

    // MARK: Pictures

    /// All black, all white, the pure colours, and patterns of them.
    private static var extremes: [CoverImage] {
        let pure = [0, 255].flatMap { red in
            [0, 255].flatMap { green in [0, 255].map { Colour(red: UInt8(red), green: UInt8(green), blue: UInt8($0)) } }
        }
        let plain = pure.map { colour in picture { _, _ in colour } }
        let pairs = pure.indices.flatMap { one in
            pure.indices.map { two in picture(side: 40) { x, y in (x + y).isMultiple(of: 3) ? pure[one] : pure[two] } }
        }
        return plain + pairs
    }

    private static func randomPicture(_ random: inout SeededRandom) -> CoverImage {
        switch random.number(below: 3) {
        case 0:
            // Noise.
            var noise: [Colour] = []
            for _ in 0..<900 { noise.append(colour(&random)) }
            return picture(side: 30) { x, y in noise[y * 30 + x] }
        case 1:
            // Fields.
            var fields: [Colour] = []
            for _ in 0..<(1 + random.number(below: 5)) { fields.append(colour(&random)) }
            return picture(side: 60) { x, y in fields[(x / 12 + y / 20) % fields.count] }
        default:
            // A gradient.
            let (one, two) = (colour(&random), colour(&random))
            return picture(side: 60) { x, _ in two.drawn(over: one, opacity: Double(x) / 59) }
        }
    }

    private static func colour(_ random: inout SeededRandom) -> Colour {
        let bits = random.next()
        return Colour(
            red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8), blue: UInt8(truncatingIfNeeded: bits >> 16))
    }

    private static func picture(
        side: Int = 100, opacity: (Int, Int) -> UInt8 = { _, _ in 255 }, colour: (_ x: Int, _ y: Int) -> Colour
    ) -> CoverImage {
        var pixels: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side {
                let colour = colour(x, y)
                pixels += [colour.red, colour.green, colour.blue, opacity(x, y)]
            }
        }
        return CoverImage(width: side, height: side, pixels: pixels)
    }

    /// Whether two colours have the same hue, up to what 8 bits make of a faint one.
    private static func hue(_ one: OKLab, isNear other: OKLab) -> Bool {
        (one.a * other.a + one.b * other.b) / (one.chroma * other.chroma) > 0.97
    }
}
