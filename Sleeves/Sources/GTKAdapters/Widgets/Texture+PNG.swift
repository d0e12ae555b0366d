internal import CAdwaita

extension Texture {
    /// Returns the picture as a PNG file that fits into a square.
    ///
    /// - Parameter side: The side of the square, in pixels. A smaller picture keeps its size.
    /// - Threading: On any thread. It takes some milliseconds.
    public func png(side: Int) -> [UInt8]? {
        guard let whole = gdk_pixbuf_get_from_texture(pointer) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(whole)) }
        let scale = min(1, Double(side) / Double(max(width, height)))
        let (width, height) = (max(1, Double(width) * scale), max(1, Double(height) * scale))
        guard let small = gdk_pixbuf_scale_simple(whole, gint(width), gint(height), GDK_INTERP_BILINEAR) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(small)) }
        var (buffer, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
        guard gdk_pixbuf_save_to_bufferv(small, &buffer, &size, "png", nil, nil, nil) != 0, let buffer else { return nil }
        defer { g_free(buffer) }
        return UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)).map(\.self)
    }
}
