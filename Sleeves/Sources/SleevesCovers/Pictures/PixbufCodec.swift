internal import CGdkPixbuf
internal import CThumbnail
internal import FoundationEssentials
internal import Localization

/// A codec that uses gdk-pixbuf, and the only code for covers with pointers.
///
/// gdk-pixbuf's loaders have no shared state, so calls may run on different threads.
enum PixbufCodec {
    /// The input and limits of decoding. It also returns the loader's findings to the caller.
    struct DecodingTask {
        let type: PictureType
        let longestSide: Int
        let pixelLimit: Int
        /// Whether to apply a profile in the picture, because it matches the colours that the picture is decoded to.
        var heedsProfile = true
        /// The size that the decoder itself has read, if it exceeds the limit.
        var refusedSize: (width: Int, height: Int)?

        /// Returns the size to decode to: the picture's own if it fits.
        fileprivate func fittedSize(width: Int, height: Int) -> (width: Int, height: Int) {
            let longest = max(width, height)
            guard longest > longestSide else { return (width, height) }
            func scaled(_ side: Int) -> Int { max(1, (side * longestSide + longest / 2) / longest) }
            return (scaled(width), scaled(height))
        }
    }

    enum Encoding {
        case jpeg(quality: Int)
        case png
    }

    /// Loads all of the system's decoders and their messages, which may be impossible later.
    static func load() {
        for type in PictureType.allCases {
            _ = try? decode(Array("no picture".utf8), as: DecodingTask(type: type, longestSide: 1, pixelLimit: 1))
        }
    }

    static func decode(_ bytes: [UInt8], as task: DecodingTask) throws(CoverError) -> CoverImage {
        var error: UnsafeMutablePointer<GError>?
        var found: UnsafeMutablePointer<GdkPixbufLoader>?
        for name in task.type.decoders where found == nil {
            if let error { g_error_free(error) }
            error = nil
            // SAFETY: only the named decoder is used, whatever else is installed; `loader` is owned here and released below.
            found = gdk_pixbuf_loader_new_with_type(name, &error)
        }
        guard let loader = found else { throw failure(error, type: task.type) }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }

        var task = task
        // SAFETY: the handler runs only within the calls below, while `task` is pinned; nothing else accesses `task` meanwhile.
        let isComplete = withUnsafeMutablePointer(to: &task) { task in
            cgdkpixbuf_connect_size_prepared(loader, sizePrepared, task)
            // SAFETY: the loader copies the bytes and never reads past `count`.
            let isWritten = bytes.withUnsafeBufferPointer { gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), &error) }
            // A loader must be closed even after a failure. The first error counts.
            guard isWritten != 0 else {
                gdk_pixbuf_loader_close(loader, nil)
                return false
            }
            return gdk_pixbuf_loader_close(loader, &error) != 0
        }
        if let size = task.refusedSize {
            if let error { g_error_free(error) }
            throw .tooManyPixels(width: size.width, height: size.height, limit: task.pixelLimit)
        }
        guard isComplete else { throw failure(error, type: task.type) }
        // SAFETY: the loader owns `decoded`; we own `upright`.
        guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader), let upright = gdk_pixbuf_apply_embedded_orientation(decoded) else {
            throw .damaged(localized("The picture has no pixels."))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        // SAFETY: the loader's picture owns the text and lives until the loader is released.
        let profile = task.heedsProfile ? gdk_pixbuf_get_option(decoded, "icc-profile").map { String(cString: $0) } : nil
        return inSRGB(try copy(upright), profile: profile)
    }

    /// Converts a picture to sRGB from a profile in base 64.
    private static func inSRGB(_ image: CoverImage, profile: String?) -> CoverImage {
        guard let profile, let bytes = Data(base64Encoded: profile) else { return image }
        var pixels = image.pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            bytes.withUnsafeBytes { profile in
                // SAFETY: `CoverImage` guarantees four bytes per pixel; the profile is only read during the call.
                cthumbnail_to_srgb(profile.bindMemory(to: UInt8.self).baseAddress, profile.count, pixels.baseAddress, pixels.count / 4)
            }
        }
        return CoverImage(width: image.width, height: image.height, pixels: pixels)
    }

    static func encode(_ image: CoverImage, as encoding: Encoding) throws(CoverError) -> [UInt8] {
        var encoded: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        var error: UnsafeMutablePointer<GError>?
        // SAFETY: the pixbuf only borrows the pixels and is released before them; `CoverImage` guarantees their number. GTK doesn't write
        // to the pixels of a pixbuf that it saves.
        let isSaved = image.pixels.withUnsafeBufferPointer { pixels in
            let pixbuf = gdk_pixbuf_new_from_data(
                pixels.baseAddress,
                GDK_COLORSPACE_RGB,
                1,
                8,
                Int32(image.width),
                Int32(image.height),
                Int32(image.stride),
                nil,
                nil
            )
            guard let pixbuf else { return gboolean(0) }
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            switch encoding {
            case .jpeg(let quality): return cgdkpixbuf_save_jpeg(pixbuf, String(quality), &encoded, &count, &error)
            case .png: return cgdkpixbuf_save_png(pixbuf, &encoded, &count, &error)
            }
        }
        guard isSaved != 0, let encoded else { throw .notEncoded(takeMessage(of: error)) }
        defer { g_free(encoded) }
        // SAFETY: the saver wrote `count` bytes, which are copied before they are freed.
        return Array(UnsafeRawBufferPointer(start: encoded, count: Int(count)))
    }

    /// Copies a pixbuf's pixels, with alpha and without padding.
    private static func copy(_ pixbuf: OpaquePointer) throws(CoverError) -> CoverImage {
        let width = Int(gdk_pixbuf_get_width(pixbuf))
        let height = Int(gdk_pixbuf_get_height(pixbuf))
        let rowBytes = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        guard width > 0, height > 0, channels == 3 || channels == 4, gdk_pixbuf_get_bits_per_sample(pixbuf) == 8,
            let source = gdk_pixbuf_read_pixels(pixbuf)
        else { throw .damaged(localized("The picture has an unknown pixel format.")) }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            for row in 0..<height {
                // SAFETY: a row has `channels` bytes for each of `width` pixels; only the last row may lack the padding in `rowBytes`.
                let line = source + row * rowBytes
                for column in 0..<width {
                    for channel in 0..<3 { target[count + channel] = line[column * channels + channel] }
                    target[count + 3] = channels == 4 ? line[column * channels + 3] : 255
                    count += 4
                }
            }
        }
        return CoverImage(width: width, height: height, pixels: pixels)
    }

    /// Sets the size of the picture, or stops the loader if the picture is larger than its header claimed.
    private static let sizePrepared: CGdkPixbufSizePrepared = { loader, width, height, data in
        guard let loader, let data else { return }
        // SAFETY: `decode` passes a pointer to its task and keeps it valid while the loader runs.
        let task = data.assumingMemoryBound(to: DecodingTask.self)
        let (count, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
        guard width > 0, height > 0, !overflow, count <= task.pointee.pixelLimit else {
            task.pointee.refusedSize = (Int(width), Int(height))
            gdk_pixbuf_loader_set_size(loader, 0, 0)
            return
        }
        let size = task.pointee.fittedSize(width: Int(width), height: Int(height))
        gdk_pixbuf_loader_set_size(loader, Int32(size.width), Int32(size.height))
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?, type: PictureType) -> CoverError {
        let isMissing = cgdkpixbuf_has_no_decoder(error) != 0
        let message = takeMessage(of: error)
        return isMissing ? .noDecoder(type) : .damaged(message)
    }

    /// Copies an error's message and frees the error.
    private static func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "no reason was given" }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}
