internal import CGStreamer

/// GStreamer's functions, loaded when first used.
enum GStreamer {
    /// The functions; `nil` if GStreamer isn't installed or can't start.
    static let loaded: CGStreamer? = {
        guard let table = cgstreamer_load()?.pointee, table.gst_init_check(nil, nil, nil) != 0 else { return nil }
        prefer("mpg123audiodec", with: table)
        return table
    }()

    /// The functions, for objects that exist only if there are some.
    static var functions: CGStreamer {
        guard let loaded else { preconditionFailure("GStreamer isn't loaded; check GStreamer.missingElements first") }
        return loaded
    }

    /// Makes GStreamer choose an element before others of its kind. Those of FFmpeg take a tenth of a second to load.
    private static func prefer(_ name: String, with table: CGStreamer) {
        guard let factory = table.gst_element_factory_find(name) else { return }
        table.gst_plugin_feature_set_rank(factory, guint(GST_RANK_PRIMARY.rawValue))
        table.gst_object_unref(UnsafeMutableRawPointer(factory))
    }

    /// Returns a text property of an object.
    static func text(_ property: String, of object: UnsafeMutableRawPointer) -> String? {
        guard let text = cgstreamer_string(object, property) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns those of some elements that aren't installed.
    static func missingElements(of names: [String]) -> [String] {
        names.filter { name in
            guard let factory = functions.gst_element_factory_find(name) else { return true }
            functions.gst_object_unref(UnsafeMutableRawPointer(factory))
            return false
        }
    }
}

/// A pipeline, made from a description in GStreamer's own language. It is stopped with this object.
///
/// Its messages arrive on GStreamer's threads.
final class Pipeline {
    /// A message of a pipeline.
    enum Message: Sendable {
        case error(MediaFailure)
        case missingPlugin(format: String)
        /// All elements have data, or the end was reached in a state change.
        case ready
        case end
    }

    private let element: UnsafeMutablePointer<GstElement>
    private let receiver: MessageReceiver
    private var gst: CGStreamer { GStreamer.functions }

    /// Creates a pipeline; `nil` if the description can't be followed.
    ///
    /// - Parameter receive: Receives messages, on any thread.
    init?(_ description: String, receive: @escaping @Sendable (Message) -> Void) {
        var error: UnsafeMutablePointer<GError>?
        let made = GStreamer.functions.gst_parse_launch(description, &error)
        if error != nil {
            g_error_free(error)
            if let made { GStreamer.functions.gst_object_unref(made) }
            return nil
        }
        guard let made else { return nil }
        element = made
        receiver = MessageReceiver(receive)
        // This object stops and releases the pipeline before the receiver.
        receiver.receiveMessages(of: gst.gst_element_get_bus(element))
    }

    deinit {
        _ = gst.gst_element_set_state(element, GST_STATE_NULL)
        gst.gst_object_unref(element)
    }

    /// Returns an element by its name, which the description must contain. It lives as long as the pipeline.
    func element(_ name: String) -> UnsafeMutablePointer<GstElement> {
        let found = element.withMemoryRebound(to: GstBin.self, capacity: 1) { gst.gst_bin_get_by_name($0, name) }
        guard let found else { preconditionFailure("the pipeline has no element \(name)") }
        gst.gst_object_unref(found)
        return found
    }

    /// Changes the state. Returns whether that is possible.
    @discardableResult
    func set(_ state: GstState) -> Bool {
        gst.gst_element_set_state(element, state) != GST_STATE_CHANGE_FAILURE
    }

    /// Waits until the state has been reached. Returns whether it was, within the limit.
    func waitForState(atMost limit: Duration) -> Bool {
        gst.gst_element_get_state(element, nil, nil, GstClockTime(limit.nanoseconds)) != GST_STATE_CHANGE_FAILURE
    }

    /// The position in nanoseconds, if there is one.
    var position: Int? {
        var position: gint64 = 0
        return gst.gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0 && position >= 0 ? Int(position) : nil
    }

    /// The duration in nanoseconds, if it is known.
    var duration: Int? {
        var duration: gint64 = 0
        return gst.gst_element_query_duration(element, GST_FORMAT_TIME, &duration) != 0 && duration > 0 ? Int(duration) : nil
    }

    /// Moves to a position in nanoseconds. Returns whether that is possible.
    func seek(to position: Int) -> Bool {
        let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        return gst.gst_element_seek_simple(element, GST_FORMAT_TIME, flags, gint64(position)) != 0
    }
}

/// The kind of an error in a pipeline.
enum MediaFailure: Sendable, Hashable {
    case notAudio
    case missingPlugin
    case other(String)

    /// GStreamer's description of the error. Empty if there is none.
    var text: String {
        if case .other(let text) = self { text } else { "" }
    }
}

/// An object that receives messages of a bus, on GStreamer's threads.
protocol BusReceiver: AnyObject, Sendable {
    func receive(_ message: UnsafeMutablePointer<GstMessage>)
}

extension BusReceiver {
    /// Begins to receive the messages of a bus, and releases it. What posts them has to end before this object.
    func receiveMessages(of bus: UnsafeMutablePointer<GstBus>?) {
        // SAFETY: the context lives as long as there are messages, which the caller sees to.
        GStreamer.functions.gst_bus_set_sync_handler(
            bus,
            { _, message, context in
                guard let message, let context else { return GST_BUS_DROP }
                (Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue() as? any BusReceiver)?.receive(message)
                GStreamer.functions.gst_mini_object_unref(message.withMemoryRebound(to: GstMiniObject.self, capacity: 1) { $0 })
                return GST_BUS_DROP
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        GStreamer.functions.gst_object_unref(bus)
    }
}

/// The receiver of a pipeline's messages.
private final class MessageReceiver: BusReceiver {
    private let handler: @Sendable (Pipeline.Message) -> Void

    init(_ handler: @escaping @Sendable (Pipeline.Message) -> Void) {
        self.handler = handler
    }

    func receive(_ message: UnsafeMutablePointer<GstMessage>) {
        let gst = GStreamer.functions
        switch message.pointee.type {
        case GST_MESSAGE_EOS: handler(.end)
        case GST_MESSAGE_ASYNC_DONE: handler(.ready)
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gst.gst_message_parse_error(message, &error, nil)
            guard let error else { return }
            defer { g_error_free(error) }
            handler(.error(Self.failure(error.pointee)))
        case GST_MESSAGE_ELEMENT:
            guard let structure = gst.gst_message_get_structure(message), let name = gst.gst_structure_get_name(structure),
                String(cString: name) == "missing-plugin", let format = gst.gst_structure_get_string(structure, "name")
            else { return }
            handler(.missingPlugin(format: String(cString: format)))
        default: break
        }
    }

    private static func failure(_ error: GError) -> MediaFailure {
        let gst = GStreamer.functions
        if error.domain == gst.gst_stream_error_quark() {
            switch GstStreamError(UInt32(bitPattern: error.code)) {
            case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE: return .notAudio
            case GST_STREAM_ERROR_CODEC_NOT_FOUND: return .missingPlugin
            default: break
            }
        } else if error.domain == gst.gst_core_error_quark(), GstCoreError(UInt32(bitPattern: error.code)) == GST_CORE_ERROR_MISSING_PLUGIN
        {
            return .missingPlugin
        }
        return .other(error.message.map { String(cString: $0) } ?? "")
    }
}

extension Duration {
    /// The whole number of nanoseconds.
    var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
