internal import CAdwaita

// SAFETY: a GdkTexture never changes after it was made, and its reference count is atomic. Its last reference is given back on the main
// loop, because a renderer may have attached what it made of the picture.

/// A picture in memory, as GTK draws it. Immutable.
///
/// - Threading: may be made on any thread and passed to any.
public final class Texture: @unchecked Sendable {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int

    let pointer: OpaquePointer

    /// Makes a picture of pixels.
    ///
    /// - Parameters:
    ///   - rgba: the rows from top to bottom, four bytes a pixel: red, green, blue, alpha; not premultiplied. They are copied.
    ///   - width: the width, in pixels.
    ///   - height: the height, in pixels.
    ///   - stride: the bytes from one row to the next. Nil: rows without gaps.
    /// - Precondition: there are as many bytes as the measures say.
    public init(rgba: [UInt8], width: Int, height: Int, stride: Int? = nil) {
        let stride = stride ?? width * 4
        precondition(
            width > 0 && height > 0 && stride >= width * 4 && rgba.count >= stride * (height - 1) + width * 4,
            "\(rgba.count) bytes are not \(height) rows of \(width) pixels, \(stride) bytes apart"
        )
        self.width = width
        self.height = height
        let bytes = g_bytes_new(rgba, gsize(rgba.count))
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_memory_texture_new(gint(width), gint(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(stride)) else {
            fatalError("GDK does not return without a texture")
        }
        pointer = texture
    }

    deinit {
        let last = LastReference(pointer: UnsafeMutableRawPointer(pointer))
        GLibContext.enqueue { g_object_unref(last.pointer) }
    }
}

/// A reference on its way back to the main loop.
// SAFETY: nobody else has this reference any more; it is used once, by the main loop.
private struct LastReference: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}
