/// A decoded picture: rows of pixels from the top, four bytes per pixel: red, green, blue, and alpha, not premultiplied.
public struct CoverImage: Sendable, Hashable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The bytes from the start of a row to the start of the next.
    public let stride: Int
    /// The pixels: `stride` × `height` bytes.
    public let pixels: [UInt8]

    /// Creates a picture from pixels, in rows without padding.
    ///
    /// - Precondition: There is at least one pixel, and `pixels` has `width * height * 4` bytes.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        precondition(pixels.count == width * height * 4, "give four bytes a pixel, without gaps between the rows")
        self.width = width
        self.height = height
        self.stride = width * 4
        self.pixels = pixels
    }

    /// Whether all pixels are opaque.
    public var isOpaque: Bool {
        Swift.stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }

    /// The picture on a white background.
    public var flattened: CoverImage {
        if isOpaque { return self }
        var flat = pixels
        for alpha in Swift.stride(from: 3, to: flat.count, by: 4) where flat[alpha] != 255 {
            let opacity = Int(flat[alpha])
            for channel in alpha - 3..<alpha {
                flat[channel] = UInt8((Int(flat[channel]) * opacity + 255 * (255 - opacity) + 127) / 255)
            }
            flat[alpha] = 255
        }
        return CoverImage(width: width, height: height, pixels: flat)
    }
}
