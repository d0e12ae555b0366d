import CAtspi

/// The texts that a screen reader says unasked: announcements, and changes of what describes the widget with the keyboard.
@MainActor
final class SpokenMessages {
    private final class Record {
        var texts: [String] = []
    }

    private let listener: OpaquePointer?
    private let record: Unmanaged<Record>
    // GTK 4.8 has no announcements.
    private static let kinds = ["object:property-change:accessible-description", "object:announcement"]

    init() {
        record = Unmanaged.passRetained(Record())
        let listener = atspi_event_listener_new(
            { event, data in
                guard let event, let data else { return }
                defer { g_boxed_free(atspi_event_get_type(), event) }
                // SAFETY: the record is retained for as long as the listener is registered.
                let record = Unmanaged<Record>.fromOpaque(data).takeUnretainedValue()
                var content = event.pointee.any_data
                guard g_type_check_value_holds(&content, g_type_from_name("gchararray")) != 0 else { return }
                if let text = g_value_get_string(&content) { record.texts.append(String(cString: text)) }
            },
            record.toOpaque(),
            nil
        )
        self.listener = listener.map { OpaquePointer($0) }
        for kind in Self.kinds { atspi_event_listener_register(listener, kind, nil) }
    }

    isolated deinit {
        if let listener {
            for kind in Self.kinds { atspi_event_listener_deregister(UnsafeMutablePointer(listener), kind, nil) }
            g_object_unref(UnsafeMutableRawPointer(listener))
        }
        record.release()
    }

    /// Whether a text has been said, alone or in one sentence with others: the program joins what it says at the same time.
    func include(_ text: String) -> Bool {
        texts.contains { $0.contains(text) }
    }

    /// The messages so far.
    var texts: [String] {
        while g_main_context_iteration(nil, 0) != 0 {}
        return record.takeUnretainedValue().texts
    }
}
