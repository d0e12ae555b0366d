import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("The colours of covers")
struct CoverColourTests {
    /// The four fields of a picture, decoded, and by way of a thumbnail.
    private func fields(of bytes: [UInt8]) throws -> [String] {
        let decoder = CoverDecoder(maxPixel: 40)
        return [try decoder.decode(bytes).fields, try decoder.decode(try decoder.thumbnail(of: bytes)).fields]
    }

    private func hasShortWay(_ bytes: [UInt8]) -> Bool {
        PictureCodec.thumbnail(of: bytes, longestSide: 40, quality: 88) != nil
    }

    @Test(
        "A JPEG comes out in the colours that its profile says",
        arguments: [SamplePictures.baselineJPEG, SamplePictures.progressiveJPEG]
    )
    func profileOfJPEG(bytes: [UInt8]) throws {
        #expect(try fields(of: bytes) == ["rgbw", "rgbw"])
        let tagged = SampleProfiles.jpeg(bytes, with: SampleProfiles.rgb)
        #expect(hasShortWay(tagged))
        #expect(try fields(of: tagged) == ["gbrw", "gbrw"])
    }

    @Test("A CMYK JPEG is converted by its profile, or without one by default colours")
    func inks() throws {
        #expect(try fields(of: SamplePictures.cmykJPEG) == ["rgbw", "rgbw"])
        let tagged = SampleProfiles.jpeg(SamplePictures.cmykJPEG, with: SampleProfiles.cmyk)
        #expect(hasShortWay(tagged))
        #expect(try fields(of: tagged) == ["gbrw", "gbrw"])
    }

    @Test("Grey comes out as light as its profile says")
    func grey() throws {
        let decoder = CoverDecoder()
        let tagged = SampleProfiles.jpeg(SampleProfiles.greyJPEG, with: SampleProfiles.grey)
        for (bytes, value) in [(SampleProfiles.greyJPEG, 55), (tagged, 128)] {
            for image in [try decoder.decode(bytes), try decoder.decode(try decoder.thumbnail(of: bytes))] {
                #expect(image.pixels.prefix(3).allSatisfy { abs(Int($0) - value) < 4 })
                #expect(image.isOpaque)
            }
        }
    }

    @Test("A PNG comes out in the colours that its profile says, and keeps its alpha")
    func profileOfPNG() throws {
        #expect(try fields(of: SampleProfiles.png(SamplePictures.palettePNG, with: SampleProfiles.rgb)) == ["gbrw", "gbrw"])
        let translucent = try CoverDecoder().encodePNG(SamplePictures.plain(width: 4, height: 4, alpha: 100))
        let image = try CoverDecoder().decode(SampleProfiles.png(translucent, with: SampleProfiles.rgb))
        #expect(image.pixels[3] == 100 && image.pixels[1] > image.pixels[0])
    }

    @Test("A profile that is named sRGB, damaged, or of other colours changes nothing")
    func otherProfiles() throws {
        var named = SampleProfiles.rgb
        let place = try #require((0..<named.count - 6).first { Array(named[$0..<$0 + 6]) == Array("turned".utf8) })
        named.replaceSubrange(place..<place + 6, with: "sRGB 1".utf8)
        let untagged = SamplePictures.baselineJPEG
        for profile in [named, [], [1, 2, 3], Array(SampleProfiles.rgb.dropLast(300)), SampleProfiles.cmyk, SampleProfiles.grey] {
            #expect(try fields(of: SampleProfiles.jpeg(untagged, with: profile)) == ["rgbw", "rgbw"])
        }
        #expect(try fields(of: SampleProfiles.jpeg(SamplePictures.cmykJPEG, with: SampleProfiles.rgb)) == ["rgbw", "rgbw"])
    }

    @Test("A profile with bytes changed never crashes")
    func mutatedProfiles() {
        for (picture, profile) in [(SamplePictures.baselineJPEG, SampleProfiles.rgb), (SamplePictures.cmykJPEG, SampleProfiles.cmyk)] {
            for place in stride(from: 0, to: profile.count, by: 7) {
                var changed = profile
                changed[place] ^= 0xFF
                _ = try? CoverDecoder(maxPixel: 8).thumbnail(of: SampleProfiles.jpeg(picture, with: changed))
            }
        }
    }

    @Test(
        "A thumbnail stands upright however the camera was held, and an upright photograph goes the short way",
        arguments: Array(zip(1...8, ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]))
    )
    func orientation(turned: (Int, String)) throws {
        let bytes = SamplePictures.baselineJPEG(orientation: UInt8(turned.0))
        #expect(hasShortWay(bytes) == (turned.0 == 1))
        #expect(try fields(of: bytes) == [turned.1, turned.1])
    }

    @Test("Exif data truncated at any byte changes nothing")
    func damagedNotes() throws {
        let whole = SamplePictures.baselineJPEG(orientation: 1)
        let notes = Array(whole[6..<6 + 32])
        for count in 0...notes.count {
            let segment = [0xFF, 0xE1, 0, UInt8(count + 2)] + notes.prefix(count)
            #expect(try fields(of: whole.prefix(2) + segment + SamplePictures.baselineJPEG.dropFirst(2)) == ["rgbw", "rgbw"])
        }
    }

    @Test("AVIF is recognised by its bytes, and comes out as it was")
    func avif() throws {
        #expect(PictureType(sniffing: SampleProfiles.avif) == .avif)
        #expect(PictureType.avif.hasEnd(SampleProfiles.avif))
        for length in [1, 7, 20, SampleProfiles.avif.count / 2, SampleProfiles.avif.count - 2] {
            #expect(!PictureType.avif.hasEnd(Array(SampleProfiles.avif.prefix(length))), "\(length) bytes")
        }
        let header = try PictureHeader(parsing: SampleProfiles.avif)
        #expect(header.width == 60 && header.height == 40)
        #expect(PictureType.avif.hasEnd(SampleProfiles.avif) && !PictureType.avif.hasEnd(SampleProfiles.avif.dropLast()))
        #expect(try fields(of: SampleProfiles.avif) == ["rgbw", "rgbw"])
        for length in 0..<SampleProfiles.avif.count { _ = try? CoverDecoder().decode(Array(SampleProfiles.avif.prefix(length))) }
    }
}
