internal import CAdwaita

extension Texture {
    /// Returns the picture as a PNG file that fits into a square.
    ///
    /// - Parameter side: The side of the square, in pixels. A smaller picture keeps its size.
    /// - Threading: On any thread. It takes some milliseconds.
    public func png(side: Int) -> [UInt8]? {
        let scale = min(1, Double(side) / Double(max(width, height)))
        let (width, height) = (max(1, Double(width) * scale), max(1, Double(height) * scale))
        guard let whole = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(self.width), gint(self.height)) else { return nil }
        defer { cairo_surface_destroy(whole) }
        guard let pixels = cairo_image_surface_get_data(whole) else { return nil }
        gdk_texture_download(pointer, pixels, gsize(cairo_image_surface_get_stride(whole)))
        cairo_surface_mark_dirty(whole)
        guard let small = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height)) else { return nil }
        defer { cairo_surface_destroy(small) }
        let painter = cairo_create(small)
        cairo_scale(painter, scale, scale)
        cairo_set_source_surface(painter, whole, 0, 0)
        // The colours of the edges go on beyond them, or they would become transparent.
        cairo_pattern_set_extend(cairo_get_source(painter), CAIRO_EXTEND_PAD)
        cairo_paint(painter)
        cairo_destroy(painter)
        var file: [UInt8] = []
        // SAFETY: cairo calls the closure before it returns, with the pointer that it gets.
        let status = withUnsafeMutablePointer(to: &file) { place in
            cairo_surface_write_to_png_stream(
                small,
                { place, bytes, count in
                    place?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, UnsafeMutableRawPointer(place))
        }
        return status == CAIRO_STATUS_SUCCESS ? file : nil
    }
}
