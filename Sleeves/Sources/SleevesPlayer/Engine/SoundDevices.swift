internal import CGStreamer
internal import Synchronization

/// Watches a sound server's devices for the one that plays to be pulled out.
///
/// The server moves the sound to another device then, headphones' to the loudspeakers. A person may do so too, but then the old device stays.
///
/// - Threading: Any thread. Creating it opens a connection to the server.
final class SoundDevices: BusReceiver {
    private struct State {
        var current: String?
        /// The device before the current one, and the time since when it isn't.
        var previous: (name: String, end: ContinuousClock.Instant)?
    }

    /// The time within which a device disappears after its sound was moved.
    private static let moveLimit = Duration.seconds(2)

    private let state = Mutex(State())
    private let onRemoval: @Sendable () -> Void
    // SAFETY: GStreamer's objects are called from any thread. This one is set once.
    private nonisolated(unsafe) let provider: UnsafeMutablePointer<GstDeviceProvider>

    /// Begins to watch; `nil` without PulseAudio, or a server that speaks its language.
    ///
    /// - Parameter onRemoval: Called on any thread.
    init?(onRemoval: @escaping @Sendable () -> Void) {
        let gst = GStreamer.functions
        guard let provider = gst.gst_device_provider_factory_get_by_name("pulsedeviceprovider") else { return nil }
        guard gst.gst_device_provider_start(provider) != 0 else {
            gst.gst_object_unref(provider)
            return nil
        }
        self.provider = provider
        self.onRemoval = onRemoval
        // This object stops the provider before it ends.
        receiveMessages(of: gst.gst_device_provider_get_bus(provider))
    }

    deinit {
        GStreamer.functions.gst_device_provider_stop(provider)
        GStreamer.functions.gst_object_unref(provider)
    }

    /// Notes the device that plays now.
    func use(_ name: String?) {
        state.withLock { state in
            guard let name, name != state.current else { return }
            state.previous = state.current.map { ($0, .now) }
            state.current = name
        }
    }

    func receive(_ message: UnsafeMutablePointer<GstMessage>) {
        guard message.pointee.type == GST_MESSAGE_DEVICE_REMOVED else { return }
        var device: UnsafeMutablePointer<GstDevice>?
        GStreamer.functions.gst_message_parse_device_removed(message, &device)
        guard let device else { return }
        defer { GStreamer.functions.gst_object_unref(device) }
        guard let name = GStreamer.text("internal-name", of: device) else { return }
        let wasPlaying = state.withLock { state in
            if name == state.current { return true }
            guard let previous = state.previous, previous.name == name else { return false }
            return ContinuousClock.now - previous.end < Self.moveLimit
        }
        if wasPlaying { onRemoval() }
    }
}
