/// A picture of the whole screen, to see whether there is anything on it.
///
/// `xwd` makes it without grabbing the display. While ImageMagick does that, a program that is just starting may stand still for seconds.
struct WindowDump {
    private let pixels: ArraySlice<UInt8>

    /// Reads what `xwd` writes of a display with 24 bits a pixel, in words of 32, whatever it says about these; `nil` if it is another.
    ///
    /// Source: `X11/XWDFile.h`.
    init?(_ bytes: [UInt8]) {
        func field(_ number: Int) -> Int { bytes[number * 4..<number * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 100, field(1) == 7, field(3) == 24, field(12) == field(4) * 4 else { return nil }
        let start = field(0) + field(19) * 12
        let end = start + field(12) * field(5)
        guard bytes.count >= end else { return nil }
        pixels = bytes[start..<end]
    }

    /// Whether there are at least so many different colours.
    func hasColours(_ count: Int) -> Bool {
        var (seen, last): (Set<UInt32>, UInt32?) = ([], nil)
        for index in stride(from: pixels.startIndex, to: pixels.endIndex, by: 4) {
            let colour = UInt32(pixels[index]) << 16 | UInt32(pixels[index + 1]) << 8 | UInt32(pixels[index + 2])
            if colour == last { continue }
            last = colour
            if seen.insert(colour).inserted, seen.count >= count { return true }
        }
        return false
    }
}

extension Stage {
    /// Whether the screen shows at least so many different colours.
    func hasColours(_ count: Int, in scene: Scene) async throws -> Bool {
        let dump = try await scene.run(.windowDump, ["-root", "-silent"], on: self)
        // It fails if a window goes at that moment.
        return WindowDump(dump.outputBytes)?.hasColours(count) ?? false
    }
}
