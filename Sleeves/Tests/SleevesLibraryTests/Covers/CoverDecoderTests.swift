import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("Decoding covers")
struct CoverDecoderTests {
    @Test("Every type of picture is detected from its bytes and decoded correctly", arguments: SamplePictures.all.map(\.name))
    func everyKind(name: String) throws {
        let sample = try #require(SamplePictures.all.first { $0.name == name })
        #expect(PictureType(sniffing: sample.bytes) == sample.type)
        let header = try PictureHeader(parsing: sample.bytes)
        #expect(header.width == 60 && header.height == 40)
        let image = try CoverDecoder().decode(sample.bytes)
        #expect(image.width == 60 && image.height == 40 && image.stride == 240)
        #expect(image.fields == "rgbw")
    }

    @Test("A large picture is scaled to fit the square and keeps its shape", arguments: SamplePictures.all.map(\.name))
    func scaling(name: String) throws {
        let sample = try #require(SamplePictures.all.first { $0.name == name })
        let image = try CoverDecoder(maxPixel: 30).decode(sample.bytes)
        #expect(image.width == 30 && image.height == 20)
        #expect(image.fields == "rgbw")
    }

    @Test("A very long picture keeps one pixel of its short side")
    func longPicture() throws {
        let decoder = CoverDecoder(maxPixel: 10)
        let image = try decoder.decode(try decoder.encodePNG(SamplePictures.plain(width: 300, height: 2)))
        #expect(image.width == 10 && image.height == 1)
    }

    @Test(
        "A photograph comes out upright, scaled or not",
        arguments: Array(zip(1...8, ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"])),
        [400, 20]
    )
    func orientation(turned: (Int, String), maxPixel: Int) throws {
        let image = try CoverDecoder(maxPixel: maxPixel).decode(SamplePictures.baselineJPEG(orientation: UInt8(turned.0)))
        #expect(image.fields == turned.1)
        #expect((image.width > image.height) == (turned.0 < 5))
        #expect(max(image.width, image.height) == min(60, maxPixel))
    }

    @Test("A PNG, a WebP and a TIFF come out upright, too", arguments: [1, 3, 6, 8])
    func orientationOfOtherTypes(turned: Int) throws {
        let fields = [1: "rgbw", 3: "wbgr", 6: "brwg", 8: "gwrb"][turned]
        for bytes in [
            SamplePictures.turned(png: SamplePictures.palettePNG, orientation: UInt8(turned)),
            SamplePictures.turned(webP: SamplePictures.alphaWebP, orientation: UInt8(turned)),
            SamplePictures.tiff(
                width: 60, height: 40, pixels: try CoverDecoder().decode(SamplePictures.losslessWebP).withoutAlpha, orientation: turned),
        ] {
            let image = try CoverDecoder().decode(bytes)
            #expect(image.fields == fields, "\(PictureType(sniffing: bytes)!)")
            #expect((image.width > image.height) == (turned < 5))
        }
    }

    @Test("A small picture has the average of the colours, to which transparent pixels add none")
    func averages() throws {
        // Columns: white, transparent green, black, black; half of each.
        let row: [[UInt8]] = [[255, 255, 255, 255], [0, 255, 0, 0], [0, 0, 0, 255], [0, 0, 0, 255]]
        let pixels = (0..<4).flatMap { _ in row.flatMap(\.self) }
        let png = try CoverDecoder().encodePNG(CoverImage(width: 4, height: 4, pixels: pixels))
        let small = try CoverDecoder(maxPixel: 2).decode(png)
        #expect(small.pixels == [255, 255, 255, 128, 0, 0, 0, 255, 255, 255, 255, 128, 0, 0, 0, 255])
        let smallest = try CoverDecoder(maxPixel: 1).decode(png)
        #expect(smallest.pixels == [85, 85, 85, 191])
    }

    @Test("Bitmaps of every depth and compression are decoded", arguments: SamplePictures.Bitmap.allCases)
    func bitmaps(kind: SamplePictures.Bitmap) throws {
        let image = try CoverDecoder().decode(kind.bytes)
        // Red, green, blue, white in one row.
        #expect(image.width == 4 && image.height == 1)
        let white: [UInt8] = [255, 255, 255, kind == .transparent ? 0 : 255]
        #expect(image.pixels == [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255] + white)
        for length in 0..<kind.bytes.count { _ = try? CoverDecoder().decode(Array(kind.bytes.prefix(length))) }
    }

    @Test("A HEIC has the size of its visible part, cut off it throws or decodes, and changed it never crashes")
    func heic() throws {
        #expect(PictureType(sniffing: SamplePictures.heic) == .heic && PictureType.heic.hasEnd(SamplePictures.heic))
        let image = try CoverDecoder().decode(SamplePictures.heic)
        #expect(image.width == 60 && image.height == 40 && image.fields == "rgbw")
        #expect(try CoverDecoder(maxPixel: 30).decode(SamplePictures.heic).fields == "rgbw")
        for length in 0..<SamplePictures.heic.count { _ = try? CoverDecoder().decode(Array(SamplePictures.heic.prefix(length))) }
        for place in SamplePictures.heic.indices {
            var bytes = SamplePictures.heic
            bytes[place] ^= 0x55
            _ = try? CoverDecoder(pixelLimit: 1_000_000).decode(bytes)
        }
    }

    @Test("An interlaced GIF has its rows in order, and where it is transparent no colour")
    func interlacedGIF() throws {
        let image = try CoverDecoder().decode(SamplePictures.interlacedGIF)
        #expect(image.fields == "rgbw")
        #expect(image.pixels.suffix(4) == [0, 0, 0, 0])
    }

    @Test("Half-transparent pixels keep their alpha, and lie on white once flattened")
    func transparency() throws {
        let image = try CoverDecoder().decode(SamplePictures.alphaWebP)
        #expect(!image.isOpaque)
        #expect(abs(Int(image.pixels[3]) - 128) < 3)
        let flat = image.flattened
        #expect(flat.isOpaque)
        #expect(flat.pixels[0] > 240 && abs(Int(flat.pixels[1]) - 127) < 12)
    }

    @Test("PNG restores every pixel")
    func losslessRoundTrip() throws {
        let image = CoverImage(width: 7, height: 5, pixels: (0..<7 * 5 * 4).map { UInt8($0) })
        #expect(try CoverDecoder().decode(try CoverDecoder().encodePNG(image)) == image)
    }

    @Test("JPEG restores the picture, on white if it was transparent")
    func lossyRoundTrip() throws {
        let decoder = CoverDecoder()
        let image = try decoder.decode(try decoder.encodeJPEG(SamplePictures.plain(width: 16, height: 16, alpha: 0)))
        #expect(image.width == 16 && image.height == 16)
        #expect(image.pixels.allSatisfy { $0 > 250 })
    }

    @Test("Bitmaps and TIFFs are decoded, whichever row is first")
    func uncommonTypes() throws {
        let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0], [0, 0, 255])
        func rows(_ colours: [[UInt8]]) -> [UInt8] { colours.flatMap { Array(repeatElement($0, count: 8).joined()) } }
        // A bitmap has blue first.
        for (bytes, type) in [
            (SamplePictures.bmp(width: 8, height: 2, pixels: rows([red, blue])), PictureType.bmp),
            (SamplePictures.bmp(width: 8, height: 2, pixels: rows([blue, red]), isUpright: true), .bmp),
            (SamplePictures.tiff(width: 8, height: 2, pixels: rows([red, blue])), .tiff),
        ] {
            let header = try PictureHeader(parsing: bytes)
            #expect(header.type == type && header.width == 8 && header.height == 2 && type.hasEnd(bytes))
            let image = try CoverDecoder().decode(bytes)
            #expect(Array(image.pixels.prefix(4)) == [255, 0, 0, 255] && Array(image.pixels.suffix(4)) == [0, 0, 255, 255], "\(type)")
            #expect(throws: CoverError.self) { try CoverDecoder().decode(Array(bytes.prefix(20))) }
        }
        #expect(!PictureType.bmp.hasEnd(Array(SamplePictures.bmp(width: 8, height: 2, pixels: rows([red, blue])).dropLast())))
        #expect(!PictureType.bmp.hasEnd(Array("BM".utf8)))
    }

    @Test("A header that claims too many pixels is refused before anything is decoded", arguments: PictureType.allCases)
    func bombs(type: PictureType) {
        // The most that each kind's header can say in two or more bytes.
        let bytes = SamplePictures.bomb(type, width: 16_383, height: 16_383)
        #expect(throws: CoverError.tooManyPixels(width: 16_383, height: 16_383, limit: 100_000_000)) {
            try CoverDecoder().decode(bytes)
        }
    }

    @Test("A PNG of the largest size there is does not overflow the count")
    func largestPNG() {
        let bytes = SamplePictures.bomb(.png, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
        #expect(throws: CoverError.tooManyPixels(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, limit: 100_000_000)) {
            try CoverDecoder().decode(bytes)
        }
    }

    @Test("The decoder itself stops if the picture exceeds the limit", arguments: SamplePictures.all.map(\.name))
    func secondCheck(name: String) throws {
        let sample = try #require(SamplePictures.all.first { $0.name == name })
        #expect(throws: CoverError.tooManyPixels(width: 60, height: 40, limit: 60 * 40 - 1)) {
            try PictureCodec.decode(sample.bytes, type: sample.type, longestSide: 400, pixelLimit: 60 * 40 - 1)
        }
    }

    @Test("A GIF whose picture reaches over the edge of its screen is shown whole")
    func overTheEdge() throws {
        var bytes = SamplePictures.stillGIF
        bytes.replaceSubrange(6..<10, with: [1, 0, 1, 0])
        let image = try CoverDecoder().decode(bytes)
        #expect(image.width == 60 && image.height == 40)
        #expect(image.fields == "rgbw")
    }

    @Test("Too many bytes are refused")
    func tooManyBytes() {
        let limit = SamplePictures.baselineJPEG.count - 1
        #expect(throws: CoverError.tooManyBytes(limit + 1, limit: limit)) {
            try CoverDecoder(byteLimit: limit).decode(SamplePictures.baselineJPEG)
        }
    }

    @Test(
        "What is no picture is refused", arguments: ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "BM", "RIFF\0\0\0\0WAVE", "GIF88a"])
    func noPicture(text: String) {
        #expect(throws: CoverError.unknownType) { try CoverDecoder().decode(Array(text.utf8)) }
    }

    @Test("A picture cut off at any byte throws or decodes, and never crashes", arguments: SamplePictures.all.map(\.name))
    func truncation(name: String) throws {
        let sample = try #require(SamplePictures.all.first { $0.name == name })
        for length in 0..<sample.bytes.count { _ = try? CoverDecoder().decode(Array(sample.bytes.prefix(length))) }
    }

    @Test("A picture with bytes changed at random throws or decodes, and never crashes", arguments: SamplePictures.all.map(\.name))
    func mutation(name: String) throws {
        let sample = try #require(SamplePictures.all.first { $0.name == name })
        var random = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            var bytes = sample.bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? CoverDecoder(pixelLimit: 1_000_000).decode(bytes)
        }
    }

    @Test("Many tasks may decode at once")
    func concurrency() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for round in 0..<64 {
                let bytes = SamplePictures.all[round % SamplePictures.all.count].bytes
                group.addTask { try CoverDecoder(maxPixel: 20 + round).decode(bytes).fields }
            }
            for try await fields in group { #expect(fields == "rgbw") }
        }
    }
}

/// Random numbers that are the same at each run (xorshift64, Marsaglia 2003).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        precondition(seed != 0, "give a seed other than zero")
        state = seed
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

extension CoverDecoderTests {
    @Test("A whole picture has its end, whatever follows it; one that was cut in its data has none")
    func ending() {
        for (type, bytes) in [
            (PictureType.jpeg, SamplePictures.baselineJPEG), (.webP, SamplePictures.alphaWebP), (.jpeg, SamplePictures.cmykJPEG),
        ] {
            #expect(type.hasEnd(bytes))
            #expect(type.hasEnd(bytes + [0, 0, 0]))
            #expect(!type.hasEnd(Array(bytes.dropLast(2))))
            #expect(!type.hasEnd(Array(bytes[..<(bytes.count / 2)])))
        }
        #expect(!PictureType.png.hasEnd(Array("no end".utf8)))
        #expect(!PictureType.webP.hasEnd([1]))
        let box: [UInt8] = [0, 0, 0, 12] + Array("ftypavif".utf8)
        #expect(PictureType.avif.hasEnd(box + box))
        #expect(!PictureType.avif.hasEnd(box + box.dropLast()))
        #expect(!PictureType.avif.hasEnd(box + [0, 0, 0, 4, 0, 0, 0, 0]))
        #expect(PictureType.avif.hasEnd(box + [0, 0, 0, 0, 1, 2, 3, 4, 5]))
    }
}
