internal import Localization

/// A picture's header, read before decoding.
///
/// A header of a few bytes may claim billions of pixels, which would exhaust the memory of a decoder that trusts it.
package struct PictureHeader: Sendable, Hashable {
    var type: PictureType
    /// The width in pixels, as stored, before rotation.
    package var width: Int
    package var height: Int

    /// The longest side, in pixels.
    var longestSide: Int { max(width, height) }

    /// Returns the longest side of a picture, in pixels; `nil` if the bytes aren't one.
    package static func longestSide(of bytes: [UInt8]) -> Int? { (try? PictureHeader(parsing: bytes))?.longestSide }

    /// Parses the header of a picture.
    package init(parsing bytes: [UInt8]) throws(CoverError) {
        guard let type = PictureType(sniffing: bytes) else { throw .unknownType }
        self.type = type
        var reader = ByteReader(bytes)
        do throws(ByteReader.Failure) {
            switch type {
            case .png: (width, height) = try Self.sizeOfPNG(&reader)
            case .jpeg: (width, height) = try Self.sizeOfJPEG(&reader)
            case .webP: (width, height) = try Self.sizeOfWebP(&reader)
            case .avif, .heic: (width, height) = try Self.sizeOfAVIF(bytes)
            case .bmp: (width, height) = try Self.sizeOfBMP(&reader)
            case .tiff: (width, height) = try Self.sizeOfTIFF(bytes)
            case .gif: (width, height) = try Self.sizeOfGIF(&reader)
            }
        } catch {
            switch error {
            case .endsEarly: throw .damaged("it ends within its header")
            case .nonsense(let detail): throw .damaged(detail)
            }
        }
        guard width > 0, height > 0 else { throw .damaged(localized("The picture has no pixels.")) }
    }

    /// Portable Network Graphics (third edition), 11.2.1 IHDR: must be the first chunk.
    private static func sizeOfPNG(_ reader: inout ByteReader) throws(ByteReader.Failure) -> (Int, Int) {
        try reader.skip(12)
        guard try reader.text(4) == "IHDR" else { throw .nonsense("it does not begin with its size") }
        return (try reader.bigEndian(4), try reader.bigEndian(4))
    }

    /// ITU-T T.81, B.2.2: segments up to the first frame header.
    private static func sizeOfJPEG(_ reader: inout ByteReader) throws(ByteReader.Failure) -> (Int, Int) {
        try reader.skip(2)
        while true {
            var marker = try reader.byte()
            guard marker == 0xFF else { throw .nonsense("a marker is missing") }
            while marker == 0xFF { marker = try reader.byte() }
            switch marker {
            case 0x01, 0xD0...0xD7:
                continue
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                try reader.skip(3)
                let height = try reader.bigEndian(2)
                return (try reader.bigEndian(2), height)
            case 0xD8, 0xD9, 0xDA:
                throw .nonsense("it has no frame")
            default:
                let length = try reader.bigEndian(2)
                guard length >= 2 else { throw .nonsense("a segment has no length") }
                try reader.skip(length - 2)
            }
        }
    }
}
