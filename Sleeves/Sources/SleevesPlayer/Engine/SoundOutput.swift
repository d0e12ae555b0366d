internal import CGStreamer

/// The sound device's end of the player: takes samples and plays them.
///
/// Owned by the engine's thread. What it plays since the last ``flush()`` is one stream without gaps, whatever tracks it comes from.
final class SoundOutput {
    /// The samples that wait, in nanoseconds.
    static let capacity = 2_000_000_000
    /// The elements that it needs.
    static let elements = ["appsrc", "audioconvert", "audioresample", "volume"]
    /// The devices to try. The name is that of the element with the volume.
    static let devices = [
        #"pulsesink name=volume client-name=Sleeves stream-properties="props,media.role=music""#, "volume name=volume ! alsasink",
    ]

    private let pipeline: Pipeline
    private let source: UnsafeMutablePointer<GstAppSrc>
    private var format: TrackDecoder.Format?
    /// The length of what was written since the last flush, up to the last change of format, in nanoseconds.
    private var base = 0
    /// The frames that were written since then.
    private var frames = 0
    private var isEnded = false
    private var devices: SoundDevices?
    private var deviceNoted = ContinuousClock.now
    private var gst: CGStreamer { GStreamer.functions }

    /// Opens a device; `nil` if that isn't possible.
    ///
    /// - Parameters:
    ///   - device: The device, in GStreamer's language, with an element `volume` that has such a property.
    ///   - receive: Receives messages, on any thread.
    ///   - needsData: Called on any thread when more than half of what was written has been played.
    ///   - onRemoval: Called on any thread when the device was pulled out, and its sound moved to another one.
    init?(
        _ device: String, receive: @escaping @Sendable (Pipeline.Message) -> Void, needsData: @escaping @Sendable () -> Void,
        onRemoval: @escaping @Sendable () -> Void
    ) {
        let description = """
            appsrc name=source format=time max-bytes=0 max-time=\(Self.capacity) min-percent=50 \
            ! audioconvert ! audioresample ! \(device)
            """
        guard let pipeline = Pipeline(description, receive: receive) else { return nil }
        self.pipeline = pipeline
        source = UnsafeMutableRawPointer(pipeline.element("source")).assumingMemoryBound(to: GstAppSrc.self)
        connect(needsData)
        guard pipeline.set(GST_STATE_READY) else { return nil }
        if device.hasPrefix("pulsesink") { devices = SoundDevices(onRemoval: onRemoval) }
    }

    /// The audible position, in nanoseconds since the last flush.
    var position: Int { pipeline.position ?? 0 }
    /// The length of what was written, in nanoseconds since the last flush.
    var written: Int { base + (format.map { frames * 1_000_000_000 / $0.rate } ?? 0) }
    /// Whether it has as much as it takes.
    var isFull: Bool { gst.gst_app_src_get_current_level_time(source) >= GstClockTime(Self.capacity) }

    /// An element of the device, by its name.
    func element(_ name: String) -> UnsafeMutablePointer<GstElement> { pipeline.element(name) }

    func play() { pipeline.set(GST_STATE_PLAYING) }
    func pause() { pipeline.set(GST_STATE_PAUSED) }

    /// Notes which device plays: when it begins, and each time it is given samples, since the sink doesn't always tell that its sound was moved.
    func noteDevice() {
        deviceNoted = .now
        devices?.use(GStreamer.text("current-device", of: pipeline.element("volume")))
    }

    /// Sets the gain, from 0 to 1.
    func set(gain: Double) { cgstreamer_set_double(pipeline.element("volume"), "volume", gain) }

    /// Drops everything that was written and not heard.
    func flush() {
        // The device stays open.
        pipeline.set(GST_STATE_READY)
        (base, frames, format, isEnded) = (0, 0, nil, false)
    }

    /// Writes samples. Never waits for room; asks the sound server for its device at most twice a second.
    func write(_ samples: [Float], _ format: TrackDecoder.Format) {
        if format != self.format { begin(format) }
        if ContinuousClock.now - deviceNoted > .milliseconds(500) { noteDevice() }
        let start = written
        frames += samples.count / format.channels
        let buffer = samples.withUnsafeBytes { bytes in
            // SAFETY: the bytes are copied.
            gst.gst_buffer_new_memdup(bytes.baseAddress, gsize(bytes.count))
        }
        guard let buffer else { return }
        buffer.pointee.pts = GstClockTime(start)
        buffer.pointee.duration = GstClockTime(written - start)
        _ = gst.gst_app_src_push_buffer(source, buffer)
    }

    /// Says that nothing follows before the next flush.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        _ = gst.gst_app_src_end_of_stream(source)
    }

    private func begin(_ format: TrackDecoder.Format) {
        base = written
        (frames, self.format) = (0, format)
        let mask = [0, 0, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x13f, 0x63f][format.channels]
        let positions = format.channels > 1 ? ",channel-mask=(bitmask)0x\(String(mask, radix: 16))" : ""
        let text = "audio/x-raw,format=F32LE,layout=interleaved,rate=\(format.rate),channels=\(format.channels)\(positions)"
        let caps = gst.gst_caps_from_string(text)
        gst.gst_app_src_set_caps(source, caps)
        if let caps { gst.gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self)) }
    }

    /// Registers a closure to call when there is room.
    private func connect(_ needsData: @escaping @Sendable () -> Void) {
        let handler: @convention(c) (OpaquePointer?, UInt32, UnsafeMutableRawPointer?) -> Void = { _, _, context in
            if let context { Unmanaged<Wake>.fromOpaque(context).takeUnretainedValue().wake() }
        }
        // SAFETY: GObject calls the handler with the signal's arguments, and releases the context once, with the source.
        g_signal_connect_data(
            source, "need-data", unsafeBitCast(handler, to: GCallback.self), Unmanaged.passRetained(Wake(wake: needsData)).toOpaque(),
            { context, _ in if let context { Unmanaged<Wake>.fromOpaque(context).release() } }, GConnectFlags(0))
    }

    private final class Wake: Sendable {
        let wake: @Sendable () -> Void

        init(wake: @escaping @Sendable () -> Void) {
            self.wake = wake
        }
    }
}
