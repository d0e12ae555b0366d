/// A picture of the whole screen, to see whether there is anything on it.
///
/// `xwd` makes it without grabbing the display. While ImageMagick does that, a program that is just starting may stand still for seconds.
struct WindowDump {
    /// With red and blue exchanged.
    private let pixels: Pixels

    /// Reads what `xwd` writes of a display with 24 bits a pixel, in words of 32, whatever it says about these; `nil` if it is another.
    ///
    /// Source: `X11/XWDFile.h`.
    init?(_ bytes: [UInt8]) {
        func field(_ number: Int) -> Int { bytes[number * 4..<number * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 100, field(1) == 7, field(3) == 24, field(12) == field(4) * 4 else { return nil }
        let start = field(0) + field(19) * 12
        let end = start + field(12) * field(5)
        guard bytes.count >= end else { return nil }
        pixels = Pixels(width: field(4), height: field(5), bytes: Array(bytes[start..<end]))
    }

    /// The number of different colours, without counting beyond a limit.
    func colourCount(upTo limit: Int) -> Int { pixels.colourCount(upTo: limit) }
}

extension Stage {
    /// The number of different colours that the screen shows, without counting beyond a limit.
    func colourCount(upTo limit: Int, in scene: Scene) async throws -> Int {
        let dump = try await scene.run(.windowDump, ["-root", "-silent"], on: self)
        // It fails if a window goes at that moment.
        return WindowDump(dump.outputBytes)?.colourCount(upTo: limit) ?? 0
    }

    /// Whether the screen shows at least so many different colours.
    func hasColours(_ count: Int, in scene: Scene) async throws -> Bool {
        try await colourCount(upTo: count, in: scene) >= count
    }
}
