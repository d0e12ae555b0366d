internal import CPictures
internal import Glibc
internal import Localization

/// The codecs of pictures, and the only code for covers with pointers.
///
/// Calls may run on different threads.
enum PictureCodec {
    /// Loads what the decoders need from files, which may be impossible later.
    static func load() {
        cpictures_load()
    }

    /// Decodes a picture upright in sRGB, scaled to fit a square.
    ///
    /// - Parameters:
    ///   - longestSide: The maximum side of the result, in pixels.
    ///   - pixelLimit: The maximum number of pixels of the picture as stored.
    static func decode(_ bytes: [UInt8], type: PictureType, longestSide: Int, pixelLimit: Int) throws(CoverError) -> CoverImage {
        var picture = CPicturesPicture()
        // SAFETY: the bytes are valid for the duration of the call, which reads no more than their count.
        let outcome = cpictures_decode(
            type.code, bytes, bytes.count, UInt32(clamping: longestSide), pixelLimit, &picture)
        // SAFETY: the pixels are `nil` or ours, and freed once.
        defer { free(picture.pixels) }
        let (width, height) = (Int(picture.width), Int(picture.height))
        switch Int(outcome) {
        case CPICTURES_DECODED:
            // SAFETY: a decoded picture has four bytes for each pixel.
            let pixels = Array(UnsafeBufferPointer(start: picture.pixels, count: width * height * 4))
            return CoverImage(width: width, height: height, pixels: pixels)
        case CPICTURES_TOO_LARGE: throw .tooManyPixels(width: width, height: height, limit: pixelLimit)
        case CPICTURES_NO_DECODER: throw .noDecoder(type)
        default:
            // SAFETY: the reason ends with a zero, within its memory.
            throw .damaged(withUnsafeBytes(of: &picture.reason) { String(cString: $0.bindMemory(to: CChar.self).baseAddress!) })
        }
    }

    static func encodeJPEG(_ image: CoverImage, quality: Int) throws(CoverError) -> [UInt8] {
        try encode { cpictures_encode_jpeg(image.pixels, UInt32(image.width), UInt32(image.height), Int32(quality), &$0, &$1) }
    }

    static func encodePNG(_ image: CoverImage) throws(CoverError) -> [UInt8] {
        try encode { cpictures_encode_png(image.pixels, UInt32(image.width), UInt32(image.height), &$0, &$1) }
    }

    /// Scales an ordinary JPEG to a small one without having it in memory as a whole, or returns `nil`.
    static func thumbnail(of bytes: [UInt8], longestSide: Int, quality: Int) -> [UInt8]? {
        // SAFETY: the bytes are valid for the duration of the call, which reads no more than their count.
        try? encode {
            cpictures_make_thumbnail(bytes, bytes.count, UInt32(clamping: longestSide), Int32(clamping: quality), &$0, &$1)
        }
    }

    /// Calls a function that makes bytes, and copies them.
    ///
    /// SAFETY of the functions above: `CoverImage` guarantees the number of pixels, which are only read.
    private static func encode(
        _ make: (inout UnsafeMutablePointer<UInt8>?, inout Int) -> Bool
    ) throws(CoverError) -> [UInt8] {
        var made: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard make(&made, &count) else { throw .notEncoded(localized("There is too little memory for it.")) }
        // SAFETY: the function has allocated `count` bytes, which are copied and freed once.
        defer { free(made) }
        return Array(UnsafeBufferPointer(start: made, count: count))
    }
}

extension PictureType {
    /// The C functions' number of the type.
    fileprivate var code: Int32 {
        switch self {
        case .jpeg: Int32(CPICTURES_JPEG)
        case .png: Int32(CPICTURES_PNG)
        case .webP: Int32(CPICTURES_WEBP)
        case .gif: Int32(CPICTURES_GIF)
        case .avif: Int32(CPICTURES_AVIF)
        case .heic: Int32(CPICTURES_HEIF)
        case .bmp: Int32(CPICTURES_BMP)
        case .tiff: Int32(CPICTURES_TIFF)
        }
    }
}
