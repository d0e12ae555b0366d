internal import CAdwaita

// SAFETY: a GdkTexture is immutable, and its reference count is atomic. Its last reference is released on the main loop, because a renderer
// may have attached its own data.

/// An immutable picture in memory that GTK can draw.
///
/// - Threading: may be created on any thread and passed to any thread.
public final class Texture: @unchecked Sendable {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int

    let pointer: OpaquePointer

    /// Creates a texture from pixels.
    ///
    /// - Parameters:
    ///   - rgba: the rows from top to bottom, four bytes per pixel: red, green, blue, alpha; not premultiplied. They are copied.
    ///   - width: the width, in pixels.
    ///   - height: the height, in pixels.
    ///   - stride: the bytes from one row to the next. Nil: rows without padding.
    /// - Precondition: the number of bytes matches the size.
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

/// A reference to release on the main loop.
// SAFETY: this is the only owner of the reference; the main loop uses it once.
private struct LastReference: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
}
