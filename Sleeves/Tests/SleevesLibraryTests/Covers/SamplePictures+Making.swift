@testable import SleevesLibrary

extension SamplePictures {
    /// A JPEG whose EXIF data says how it is to be turned: 1 to 8, as the EXIF standard numbers the ways.
    static func baselineJPEG(orientation: UInt8) -> [UInt8] {
        // One entry in one directory: tag 0x0112, a short.
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
        let payload = Array("Exif\0\0".utf8) + tiff
        let segment = [0xFF, 0xE1] + bigEndian(payload.count + 2, bytes: 2) + payload
        return Array(baselineJPEG.prefix(2)) + segment + baselineJPEG.dropFirst(2)
    }

    /// The beginning of a picture that claims to be enormous.
    static func bomb(_ type: PictureType, width: Int, height: Int) -> [UInt8] {
        switch type {
        case .png:
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + bigEndian(width, bytes: 4) + bigEndian(height, bytes: 4) + [8, 6, 0, 0, 0] + [0, 0, 0, 0]
        case .jpeg:
            return [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8] + bigEndian(height, bytes: 2) + bigEndian(width, bytes: 2)
                + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        case .bmp: return bmp(width: width, height: height, pixels: [])
        case .tiff: return tiff(width: width, height: height, pixels: [])
        case .avif, .heic:
            func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
                bigEndian(content.count + 8, bytes: 4) + Array(name.utf8) + content
            }
            let size = box("ispe", [0, 0, 0, 0] + bigEndian(width, bytes: 4) + bigEndian(height, bytes: 4))
            let meta = box("meta", [0, 0, 0, 0] + box("hdlr", [0, 0, 0, 0]) + box("iprp", box("ipco", box("pixi", []) + size)))
            return box("ftyp", Array("\(type)".utf8) + [0, 0, 0, 0]) + meta
        case .gif:
            // The screen is small; it is the picture on it that is not.
            return Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0]
                + bigEndian(width, bytes: 2).reversed() + bigEndian(height, bytes: 2).reversed() + [0, 2, 1, 0, 0]
        case .webP:
            return Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
                + bigEndian(width - 1, bytes: 3).reversed() + bigEndian(height - 1, bytes: 3).reversed()
        }
    }

    /// A bitmap with three bytes for each pixel, from the bottom row to the top one.
    static func bmp(width: Int, height: Int, pixels: [UInt8], isUpright: Bool = false) -> [UInt8] {
        func little(_ number: Int, _ bytes: Int = 4) -> [UInt8] { bigEndian(number, bytes: bytes).reversed() }
        let information =
            little(40) + little(width) + little(isUpright ? -height : height) + little(1, 2) + little(24, 2)
            + [UInt8](repeating: 0, count: 24)
        return Array("BM".utf8) + little(54 + pixels.count) + little(0) + little(54) + information + pixels
    }

    /// A TIFF with three bytes for each pixel, whose description is at its end.
    static func tiff(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
        func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] { bigEndian(number, bytes: bytes) }
        func entry(_ tag: Int, _ value: Int, isShort: Bool = true) -> [UInt8] {
            big(tag, 2) + big(isShort ? 3 : 4, 2) + big(1) + (isShort ? big(value, 2) + [0, 0] : big(value))
        }
        let entries = [
            entry(256, width, isShort: false), entry(257, height), entry(258, 8), entry(259, 1), entry(262, 2),
            entry(273, 8, isShort: false),
            entry(277, 3), entry(278, height), entry(279, pixels.count, isShort: false),
        ]
        return Array("MM".utf8) + big(42, 2) + big(8 + pixels.count) + pixels + big(entries.count, 2) + entries.joined() + big(0)
    }

    /// A picture of one colour.
    static func plain(width: Int, height: Int, red: UInt8 = 200, alpha: UInt8 = 255) -> CoverImage {
        // Pixel by pixel, it would take longer than what is tested with it.
        let row = Array(repeatElement([red, 100, 50, alpha], count: width).joined())
        var pixels: [UInt8] = []
        for _ in 0..<height { pixels += row }
        return CoverImage(width: width, height: height, pixels: pixels)
    }

    private static func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension CoverImage {
    /// The colours in the middle of the four fields: top left, top right, bottom left, bottom right; a letter each.
    var fields: String {
        let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
        return String(places.map { x, y in name(ofPixelAt: width * x / 4, height * y / 4) })
    }

    private func name(ofPixelAt x: Int, _ y: Int) -> Character {
        let start = y * stride + x * 4
        switch pixels[start..<start + 3].map({ $0 > 127 }) {
        case [true, false, false]: return "r"
        case [false, true, false]: return "g"
        case [false, false, true]: return "b"
        case [true, true, true]: return "w"
        default: return "?"
        }
    }
}
