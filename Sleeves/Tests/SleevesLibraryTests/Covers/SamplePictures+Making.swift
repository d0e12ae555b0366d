@testable import SleevesLibrary

extension SamplePictures {
    /// A JPEG whose EXIF data says how it is to be turned: 1 to 8, as the EXIF standard numbers the ways.
    static func baselineJPEG(orientation: UInt8) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + exif(orientation)
        let segment = [0xFF, 0xE1] + bigEndian(payload.count + 2, bytes: 2) + payload
        return Array(baselineJPEG.prefix(2)) + segment + baselineJPEG.dropFirst(2)
    }

    /// One entry in one directory: tag 0x0112, a short.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
    }

    /// A PNG with Exif data after its header. The check of an unnecessary chunk may be wrong, but then the chunk is passed over.
    static func turned(png: [UInt8], orientation: UInt8) -> [UInt8] {
        let content = Array("eXIf".utf8) + exif(orientation)
        let chunk = bigEndian(content.count - 4, bytes: 4) + content + bigEndian(Int(cyclicCheck(content)), bytes: 4)
        return Array(png.prefix(33)) + chunk + png.dropFirst(33)
    }

    /// A WebP with Exif data at its end, which its header announces.
    static func turned(webP: [UInt8], orientation: UInt8) -> [UInt8] {
        let content = exif(orientation)
        var bytes = webP + Array("EXIF".utf8) + bigEndian(content.count, bytes: 4).reversed() + content
        bytes[20] |= 0x08
        bytes.replaceSubrange(4..<8, with: bigEndian(bytes.count - 8, bytes: 4).reversed())
        return bytes
    }

    /// The check of a PNG's chunk (CRC-32, ISO 3309).
    private static func cyclicCheck(_ bytes: [UInt8]) -> UInt32 {
        var check = UInt32.max
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = check & 1 == 1
                check >>= 1
                if isOdd { check ^= 0xEDB8_8320 }
            }
        }
        return ~check
    }

    /// The forms of bitmaps, each with a row of red, green, blue and white.
    enum Bitmap: CaseIterable {
        case nibbles, bytes, runs, narrowRuns, words, fields, fullWords, transparent, old

        var bytes: [UInt8] {
            let palette: [UInt8] = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]
            switch self {
            case .nibbles: return file(bits: 4, palette: palette, pixels: [0x01, 0x23, 0, 0])
            case .bytes: return file(bits: 8, palette: palette, pixels: [0, 1, 2, 3])
            // A run of one, then three that differ, and the end.
            case .runs: return file(bits: 8, compression: 1, palette: palette, pixels: [1, 0, 0, 3, 1, 2, 3, 0, 0, 1])
            case .narrowRuns: return file(bits: 4, compression: 2, palette: palette, pixels: [2, 0x01, 2, 0x23, 0, 1])
            case .words: return file(bits: 16, pixels: [0, 0x7C, 0xE0, 0x03, 0x1F, 0, 0xFF, 0x7F])
            case .fields:
                return file(
                    bits: 16, compression: 3, palette: masks(0xF800, 0x07E0, 0x001F), pixels: [0, 0xF8, 0xE0, 0x07, 0x1F, 0, 0xFF, 0xFF])
            case .fullWords: return file(bits: 32, pixels: palette)
            case .transparent:
                let masks = masks(0xFF0000, 0xFF00, 0xFF) + [0, 0, 0, 0xFF]
                let pixels: [UInt8] = [0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 0]
                return file(bits: 32, compression: 6, palette: masks, pixels: pixels)
            case .old:
                let head: [UInt8] = [12, 0, 0, 0, 4, 0, 1, 0, 1, 0, 24, 0]
                let pixels: [UInt8] = [0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255]
                return Array("BM".utf8) + [38, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0] + head + pixels
            }
        }

        private func masks(_ numbers: Int...) -> [UInt8] { numbers.flatMap { bigEndian($0, bytes: 4).reversed() } }

        private func file(bits: Int, compression: Int = 0, palette: [UInt8] = [], pixels: [UInt8]) -> [UInt8] {
            func little(_ number: Int, _ bytes: Int = 4) -> [UInt8] { bigEndian(number, bytes: bytes).reversed() }
            let colours = bits > 8 ? 0 : palette.count / 4
            let start = 54 + palette.count
            let head =
                little(40) + little(4) + little(1) + little(1, 2) + little(bits, 2) + little(compression) + little(0) + little(0)
                + little(0)
                + little(colours) + little(0)
            return Array("BM".utf8) + little(start + pixels.count) + little(0) + little(start) + head + palette + pixels
        }
    }

    /// 60 × 40 pixels in the four fields, with rows in four passes, and a transparent corner below right.
    static let interlacedGIF: [UInt8] = {
        let (width, height) = (60, 40)
        func row(_ y: Int) -> [UInt8] {
            (0..<width).map { x in x == width - 1 && y == height - 1 ? 4 : UInt8((y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)) }
        }
        let order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
        // Codes of four bits, and the table begun anew before it needs five: as good as uncompressed.
        var codes: [UInt8] = []
        for (place, pixel) in order.flatMap(row).enumerated() {
            if place % 6 == 0 { codes.append(8) }
            codes.append(pixel)
        }
        codes.append(9)
        let data = stride(from: 0, to: codes.count, by: 2).map { codes[$0] | ($0 + 1 < codes.count ? codes[$0 + 1] << 4 : 0) }
        let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
            let block = data[start..<min(start + 255, data.count)]
            return [UInt8(block.count)] + block
        }
        let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255] + [UInt8](repeating: 0, count: 12)
        return Array("GIF89a".utf8) + [60, 0, 40, 0, 0x82, 0, 0] + palette + [0x21, 0xF9, 4, 1, 0, 0, 4, 0]
            + [0x2C, 0, 0, 0, 0, 60, 0, 40, 0, 0x40, 3] + blocks + [0, 0x3B]
    }()

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
    static func tiff(width: Int, height: Int, pixels: [UInt8], orientation: Int = 1) -> [UInt8] {
        func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] { bigEndian(number, bytes: bytes) }
        func entry(_ tag: Int, _ value: Int, isShort: Bool = true) -> [UInt8] {
            big(tag, 2) + big(isShort ? 3 : 4, 2) + big(1) + (isShort ? big(value, 2) + [0, 0] : big(value))
        }
        let entries = [
            entry(256, width, isShort: false), entry(257, height), entry(258, 8), entry(259, 1), entry(262, 2),
            entry(273, 8, isShort: false), entry(274, orientation),
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

}

private func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

extension CoverImage {
    /// The pixels with three bytes each.
    var withoutAlpha: [UInt8] { pixels.indices.filter { $0 % 4 != 3 }.map { pixels[$0] } }

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
