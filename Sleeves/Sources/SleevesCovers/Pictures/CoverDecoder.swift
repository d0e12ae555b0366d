internal import CPictures
internal import Localization

/// A decoder of untrusted bytes to small pictures, and an encoder of pictures.
///
/// ## Behavior
///
/// - The type of a picture is detected from its bytes, never from a name. JPEG, PNG, WebP, GIF, AVIF, BMP and TIFF are supported, and HEIC
///   where libheif has a decoder for it. Of an animation, the first frame is read.
/// - Pictures that are too large, or have too many scans, are refused before decoding.
/// - Bytes that aren't a picture throw; they never crash.
/// - Photographs with an orientation tag are rotated upright.
/// - Pictures with a colour profile, including a printer's, are converted to sRGB. Pictures without one count as sRGB.
///
/// - Threading: May be used from any thread.
///
/// Untrusted bytes go through a ``MediaReader``, which decodes them in another process, and large pictures one at a time.
public struct CoverDecoder: Sendable, Hashable {
    /// The maximum side of a decoded picture, in pixels. Smaller pictures stay unchanged.
    public var maxPixel: Int
    /// The maximum number of bytes of a picture.
    public var byteLimit: Int
    /// The maximum number of pixels of a picture before scaling.
    public var pixelLimit: Int

    /// Creates a decoder with limits.
    ///
    /// - Precondition: All limits are positive.
    public init(maxPixel: Int = 400, byteLimit: Int = 32 << 20, pixelLimit: Int = 100_000_000) {
        precondition(maxPixel > 0 && byteLimit > 0 && pixelLimit > 0, "give positive limits")
        self.maxPixel = maxPixel
        self.byteLimit = byteLimit
        self.pixelLimit = pixelLimit
    }

    /// Returns a decoder with the same limits, for pictures of a stored size.
    func fitting(_ size: CoverSize) -> CoverDecoder {
        var decoder = self
        decoder.maxPixel = size.pixels
        return decoder
    }

    /// Decodes a picture, scaled to fit a square of ``maxPixel`` and rotated upright.
    public func decode(_ bytes: [UInt8]) throws(CoverError) -> CoverImage {
        let header = try checkedHeader(of: bytes)
        return try PictureCodec.decode(bytes, type: header.type, longestSide: maxPixel, pixelLimit: pixelLimit)
    }

    /// Encodes a picture as JPEG, on a white background.
    ///
    /// - Parameter quality: 0 to 100.
    public func encodeJPEG(_ image: CoverImage, quality: Int = 88) throws(CoverError) -> [UInt8] {
        try PictureCodec.encodeJPEG(image.flattened, quality: min(max(quality, 0), 100))
    }

    /// Encodes a picture as PNG.
    public func encodePNG(_ image: CoverImage) throws(CoverError) -> [UInt8] {
        try PictureCodec.encodePNG(image)
    }

    /// Returns the header of a picture, unless the picture costs too much to decode.
    func checkedHeader(of bytes: [UInt8]) throws(CoverError) -> PictureHeader {
        guard bytes.count <= byteLimit else { throw .tooManyBytes(bytes.count, limit: byteLimit) }
        let header = try PictureHeader(parsing: bytes)
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        if overflow || pixels > pixelLimit { throw .tooManyPixels(width: header.width, height: header.height, limit: pixelLimit) }
        guard header.type == .jpeg else { return header }
        // A decoder processes all pixels for each scan, and a scan may be only a few bytes. Ordinary pictures have ten.
        let limit = min(Self.scanLimit, Self.scannedPixels / max(pixels, 1))
        let scans = Int(cpictures_count_scans(bytes, bytes.count))
        if scans > limit { throw .tooManyScans(scans, limit: limit) }
        return header
    }

    /// The maximum number of scans, more than any encoder makes.
    private static let scanLimit = 64
    /// The maximum number of pixels of all scans together: sixteen scans of the largest allowed picture.
    private static let scannedPixels = 1_600_000_000
}
