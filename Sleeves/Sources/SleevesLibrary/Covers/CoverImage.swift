/// A decoded picture: rows of pixels from the top, each pixel four bytes: red, green, blue, and alpha that is not multiplied in.
public struct CoverImage: Sendable, Hashable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// From the start of a row to the start of the next, in bytes.
    public let stride: Int
    /// `stride` × `height` bytes.
    public let pixels: [UInt8]

    /// A picture of these pixels, row after row without gaps.
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

    /// Whether no pixel lets the background through.
    public var isOpaque: Bool {
        Swift.stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }

    /// The picture on white paper.
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
