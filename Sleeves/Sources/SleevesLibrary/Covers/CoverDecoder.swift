internal import CThumbnail
internal import Localization
internal import Synchronization

/// Turns bytes from anywhere into a small picture, and a picture into bytes.
///
/// ## Behavior
///
/// - The kind of a picture is told from its bytes, never from a name. JPEG, PNG, WebP and GIF are read, and AVIF where
///   the system does; of an animation, the first frame.
/// - What is too large, or has too many scans, is refused before it is decoded.
/// - Bytes that are no picture throw; they never crash.
/// - A photograph that says which way is up comes out upright.
/// - A picture with a colour profile comes out in sRGB, one for a printer too; one without is taken for sRGB.
///
/// - Threading: May be used from any thread. Large pictures are decoded one at a time in the whole process, so that many at once do not
///   exhaust the memory.
///
/// What is a stranger's goes through a ``MediaReader``, which has a process of its own do this.
public struct CoverDecoder: Sendable, Hashable {
    /// The longest side of a decoded picture, in pixels. Smaller pictures stay as they are.
    public var maxPixel: Int
    /// How many bytes a picture may have.
    public var byteLimit: Int
    /// How many pixels a picture may have before it is scaled.
    public var pixelLimit: Int

    private static let largePictureTurn = Mutex<Void>(())

    /// A decoder with these limits.
    ///
    /// - Precondition: All limits are positive.
    public init(maxPixel: Int = 400, byteLimit: Int = 32 << 20, pixelLimit: Int = 100_000_000) {
        precondition(maxPixel > 0 && byteLimit > 0 && pixelLimit > 0, "give positive limits")
        self.maxPixel = maxPixel
        self.byteLimit = byteLimit
        self.pixelLimit = pixelLimit
    }

    /// The same limits, for pictures of one of the sizes that are kept.
    func fitting(_ size: CoverSize) -> CoverDecoder {
        var decoder = self
        decoder.maxPixel = size.pixels
        return decoder
    }

    /// Decodes a picture, scaled to fit into a square of ``maxPixel`` and turned upright.
    public func decode(_ bytes: [UInt8]) throws(CoverError) -> CoverImage {
        guard bytes.count <= byteLimit else { throw .tooManyBytes(bytes.count, limit: byteLimit) }
        let header = try PictureHeader(parsing: bytes)
        try check(header, of: bytes)
        if header.isCMYK || header.isArithmetic, let inLight = Self.smallJPEG(of: bytes, longestSide: maxPixel, quality: 98) {
            // gdk-pixbuf knows nothing of what inks look like.
            return try decode(inLight)
        }
        // It never comes to the end of one that has lost its own.
        if header.isArithmetic { throw .damaged(localized("The picture is cut off, or too large for its encoding.")) }
        var task = PixbufCodec.DecodingTask(type: header.type, fitting: maxPixel, pixelLimit: pixelLimit)
        task.heedsProfile = !header.isCMYK
        if header.isLarge {
            // The mutex guards no state; it is the queue in which large pictures wait for their turn.
            return try Self.largePictureTurn.withLock { _ throws(CoverError) in try PixbufCodec.decode(header.stillBytes, as: task) }
        }
        return try PixbufCodec.decode(header.stillBytes, as: task)
    }

    /// Encodes a picture as JPEG, on white where it is transparent.
    ///
    /// - Parameter quality: 0 to 100.
    public func encodeJPEG(_ image: CoverImage, quality: Int = 88) throws(CoverError) -> [UInt8] {
        try PixbufCodec.encode(image.flattened, as: .jpeg(quality: min(max(quality, 0), 100)))
    }

    /// Encodes a picture as PNG, without loss.
    public func encodePNG(_ image: CoverImage) throws(CoverError) -> [UInt8] {
        try PixbufCodec.encode(image, as: .png)
    }

    /// Refuses what would cost too much, before it is decoded.
    func check(_ header: PictureHeader, of bytes: [UInt8]) throws(CoverError) {
        let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        if overflow || pixels > pixelLimit { throw .tooManyPixels(width: header.width, height: header.height, limit: pixelLimit) }
        guard header.type == .jpeg else { return }
        // A decoder goes over all pixels for each scan, and a scan may be a few bytes. Usual ones have ten.
        let limit = min(Self.scanLimit, Self.scannedPixels / max(pixels, 1))
        let scans = Int(cthumbnail_count_scans(bytes, bytes.count))
        if scans > limit { throw .tooManyScans(scans, limit: limit) }
    }

    /// As many scans as any encoder makes, and some more.
    private static let scanLimit = 64
    /// The pixels of all scans together: of the largest picture that is read, sixteen.
    private static let scannedPixels = 1_600_000_000
}
