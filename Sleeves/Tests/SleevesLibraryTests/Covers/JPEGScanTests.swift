import Foundation
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("Expensive JPEGs", .timeLimit(.minutes(10)))
struct JPEGScanTests {
    /// A progressive picture whose last scan is there again and again.
    private func jpeg(repeatingLastScan count: Int, side: Int? = nil) -> [UInt8] {
        var bytes = SamplePictures.progressiveJPEG
        let places = bytes.indices.dropLast().filter { bytes[$0] == 0xFF }
        let last = places.last { bytes[$0 + 1] == 0xDA }!
        let scan = bytes[last..<bytes.count - 2]
        bytes.removeSubrange(last...)
        for _ in 0..<count { bytes += scan }
        bytes += [0xFF, 0xD9]
        if let side {
            let frame = places.first { bytes[$0 + 1] == 0xC2 }!
            bytes.replaceSubrange(frame + 5..<frame + 9, with: [UInt8(side >> 8), UInt8(side & 255), UInt8(side >> 8), UInt8(side & 255)])
        }
        return bytes
    }

    @Test func `are refused where their scans are more than 64`() throws {
        let error = try #require(throws: CoverError.self) { try CoverDecoder().thumbnail(of: jpeg(repeatingLastScan: 300)) }
        guard case .tooManyScans(let count, limit: 64) = error else { return #expect(error == .tooManyScans(300, limit: 64)) }
        #expect(count >= 300)
        #expect(throws: error) { try CoverDecoder().decode(jpeg(repeatingLastScan: 300)) }
    }

    @Test func `are refused where their scans have more pixels than sixteen of the largest picture`() throws {
        let large = jpeg(repeatingLastScan: 20, side: 10_000)
        let error = try #require(throws: CoverError.self) { try CoverDecoder().thumbnail(of: large) }
        guard case .tooManyScans(_, limit: 16) = error else { return #expect(error == .tooManyScans(20, limit: 16)) }
    }

    @Test func `are read where they have the scans that encoders make`() throws {
        #expect(try CoverDecoder().decode(jpeg(repeatingLastScan: 1)) == CoverDecoder().decode(SamplePictures.progressiveJPEG))
    }

    @Test func `are refused where they are arithmetic-coded and cut off, at every length`() throws {
        #expect(try CoverDecoder().decode(Self.arithmetic).width == 96)
        for length in 0..<Self.arithmetic.count - 2 {
            #expect(throws: CoverError.self) { try CoverDecoder().thumbnail(of: Array(Self.arithmetic.prefix(length))) }
        }
    }

    @Test func `count as thumbnails only where they look like ours`() throws {
        let thumbnail = try CoverDecoder(maxPixel: 40).thumbnail(of: SamplePictures.baselineJPEG)
        #expect(PictureHeader.isThumbnail(thumbnail, longestSide: 40))
        #expect(!PictureHeader.isThumbnail(thumbnail, longestSide: 39))
        #expect(!PictureHeader.isThumbnail(SamplePictures.progressiveJPEG, longestSide: 400))
        #expect(!PictureHeader.isThumbnail(SamplePictures.cmykJPEG, longestSide: 400))
        #expect(!PictureHeader.isThumbnail(SamplePictures.stillGIF, longestSide: 400))
        for sample in SamplePictures.all {
            let made = try CoverDecoder(maxPixel: 40).thumbnail(of: sample.bytes)
            #expect(PictureHeader.isThumbnail(made, longestSide: 40), "\(sample.name)")
            for length in 0..<made.count { _ = PictureHeader.isThumbnail(Array(made.prefix(length)), longestSide: 40) }
        }
    }

    /// 96 × 96 pixels of noise, progressive.
    private static let arithmetic = Array(
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/
                2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/ygARCABgAGADASIAAhEBAxEB/8wA
                BgAQARD/2gAMAwEAAhADEAAAARMl1EFqI+qdixPJe+tmDN2Zkox51RoC8yKoE2NAaTT5aMUZS+yQ/Sj/zAAEEAX/2gAIAQEAAQUCz1Seauozpu97AL2Fg3yc
                b4D/zAAEEQX/2gAIAQMBAT8BsP/MAAQRBf/aAAgBAgEBPwGw/8wABBAF/9oACAEBAAY/ArAczdFNgP/MAAQQBf/aAAgBAQABPyFNFCGyjsDIKIsWVwZvtVGz
                HhaXwuj3cik9tqgbj1DrhH76vi2XFEwW1m9pFeT4W1t/UGeePOf5M9c4t7DtdxvQ9Ix9dAMW6qwSHRpC/jRi/gXSHnHsLGNcJ7HhoV+ZEKLnr6lu1f8Aua7p
                38xT6uthcCCaqYwdhlzp6TrqqO396m4t8Wl+1rVa6G4snQw+A1OZVlbSC4Frvpf1w4ZmdGATIbCx/wBE5yO5GaFBvxp2H4u3pHZMI3YK3xvCN4PfuXjaf+ID
                RETU+Xr6w25LS1DcmNWDlOYK/DppeCX2gxpWn1p2mPS+2jBkwrPSj2wwoiOn/9oADAMBAAIAAwAAABAbSeLId0tJ4lozhreX77wjcOKVjMWGr6I7FiX/zAAE
                EQX/2gAIAQMBAT8Q+wZPTLDSIlsMJGSa2xM5+ppdqwfc/phXleiVQP/MAAQRBf/aAAgBAgEBPxCIpum8rA0YlL0zKShR7oCmHFopsGzvvV6nx0D/zAAEEAX/
                2gAIAQEAAT8Q/wD9SHlQLlJ2XMpJJUqGwoAiXj9s8ne1TUfybPPb5rnLvoePc5VF6GTTUvdmDSfZmZqooXeLw3dnNeqy4ZW+3Nz2SD33aL1JRF3vdzZTq1tT
                d3/MG+F9PVbqF4GB9BkWcChUiDuCX/0z/wBrvl1iElboxk2LdNRE0kGhL8gjCoDSNQyO4RfdF3NO76jzJlZ5jPsMIR1nhiKkUcGr4Ic2nOVBDw52v3OW5tS9
                hxlPntKH3/mfyIMIeVvOdnLhQu7FkRsgyPTb3mZBx2pjsVE9pP0ul4207bARjGdnqqG58YdcgFmqsabAi3XoUndZXsKOFWcFG2IMxnuiVzfLFp8iIvYzr7fI
                WxmNGOtfVQiy8gZMnMPOFFTO9jv6eTw1NFxoxlpVvg21FKI5aUKnmWddH1IAjKuzIijY6fIncXlFO+VcT/bLKV4mNMoxUgdKpRoRquX+VXRQ0VVTxzsQJFYe
                Xv8AmVhpcgDeTmzuhLrXO3Vrzb3/AKQeoXQ1Cz5KdWsti3e/P/8ASt71NMBYiOP7Qok6/KUPXbZFMy0eMyvuIlRJ/wCPWF/rtSNxBclKIyDg+jwlEeLvMzeW
                IgceiqIeT7Z6ZNSBL2VjBWvewI/CRZRGgC2dSfaADuNH+hiy0doyfoWOAJ/wEmuJQj/AndVOgZIHxtesetBCeQoDV8sX6ymGoj9NFfoRtmk4Rs6zjmqfzrHF
                T05Zb0xvIUq+ghWiv1kq9bH7HKcT20OUp98DL4ofqPQ0IwD9K4FfK6MKgu/fZoDkfJYISiBYcSg6r/uAIvxhTqiqyY1w43Gtl6oJ3U1S5Fd35LDNDY9EUqgR
                q5RBSZAalk78esrqaitrVN0AORnc0NS4Pk/8OoRpfiMCKrj4mk4g7FMiL4gHSx4HsjxjColr2PA5DxxTVHSZqh/ZVxTpB/IsNcoi2dgsK1ec173Mil0C2zRi
                halhNMqasVmkx+MDzlRCqJ37HMj3qzshMBS+2AKUShybrKZ5uGYdxjRXjCgq6ltOi2hGPf5avD+xtJV6S2JqR56M/9k=
                """,
            options: .ignoreUnknownCharacters)!)
}
