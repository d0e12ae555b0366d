internal import CAdwaita

/// Receives dropped pictures as plain bytes. GTK would decode the untrusted bytes at once, in this process.
@MainActor
enum DroppedBytes {
    private static let types = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
    private static let byteLimit = 64 << 20
    private static let pieceSize: gsize = 256 << 10
    private static var isRegistered = false

    /// Makes GDK deliver dropped pictures as `GBytes` from now on.
    static func register() {
        guard !isRegistered else { return }
        isRegistered = true
        for type in types {
            gdk_content_register_deserializer(
                type, g_bytes_get_type(),
                { deserializer in
                    guard let deserializer else { return }
                    // SAFETY: GDK calls this on the thread of the main loop, which assumeIsolated checks.
                    nonisolated(unsafe) let given = UnsafeMutableRawPointer(deserializer)
                    MainActor.assumeIsolated {
                        let reading = GObjectReference(sharing: given)
                        Task { await DroppedBytes.read(for: reading) }
                    }
                }, nil, nil)
        }
    }

    private static func read(for deserializer: GObjectReference) async {
        let stream = GObjectReference(sharing: UnsafeMutableRawPointer(gdk_content_deserializer_get_input_stream(deserializer.opaque)))
        var read: [UInt8] = []
        while true {
            let answer = await AsyncAnswer.to { callback, data in
                let cancellable = gdk_content_deserializer_get_cancellable(deserializer.opaque)
                g_input_stream_read_bytes_async(stream.cast(), pieceSize, G_PRIORITY_DEFAULT, cancellable, callback, data)
            }
            var error: UnsafeMutablePointer<GError>?
            let piece = withExtendedLifetime(answer) { g_input_stream_read_bytes_finish(stream.cast(), answer.opaque, &error) }
            guard let piece else { return gdk_content_deserializer_return_error(deserializer.opaque, error) }
            defer { g_bytes_unref(piece) }
            var size: gsize = 0
            guard let start = g_bytes_get_data(piece, &size), size > 0 else { break }
            read.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(size)))
            if read.count > byteLimit {
                let tooLarge = g_error_new_literal(
                    g_io_error_quark(), gint(G_IO_ERROR_MESSAGE_TOO_LARGE.rawValue), "the picture is too large")
                return gdk_content_deserializer_return_error(deserializer.opaque, tooLarge)
            }
        }
        g_value_take_boxed(gdk_content_deserializer_get_value(deserializer.opaque), UnsafeRawPointer(g_bytes_new(read, gsize(read.count))))
        gdk_content_deserializer_return_success(deserializer.opaque)
    }
}
