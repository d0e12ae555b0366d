import HeedInspector

@testable import HeedInspectorView

extension InspectorReport {
    /// A report with a source for each name, and an observer of each at a line of a file.
    static func sample(_ names: String..., file: String = "App/View.swift") -> InspectorReport {
        var report = InspectorReport(time: .seconds(10))
        for (index, name) in names.enumerated() {
            report.sources.append(Source(id: UInt32(index + 1), kind: .property, name: name, object: "Thing 0x\(index + 1)"))
            report.observers.append(
                Observer(
                    id: UInt64(index + 1), kind: .handler, sources: [UInt32(index + 1)], place: Place(fileID: file, line: 10 * (index + 1)))
            )
        }
        report.threads = [Thread(id: 1, name: "main"), Thread(id: 2, name: "worker")]
        return report
    }

    /// The report with events.
    func with(_ events: Event...) -> InspectorReport {
        var report = self
        report.events = events
        return report
    }
}

extension InspectorReport.Event {
    /// A handler's call.
    static func handler(
        _ id: UInt64, source: UInt32 = 1, observer: UInt64? = 1, thread: UInt32 = 1, at start: Duration = .seconds(9),
        lasting duration: Duration? = .milliseconds(1), cause: UInt64? = nil
    ) -> Self {
        Self(
            id: id, kind: .handler, source: source, observer: observer, thread: thread, start: start, duration: duration, cause: cause)
    }

    /// A change.
    static func change(_ id: UInt64, source: UInt32 = 1, cause: UInt64? = nil) -> Self {
        Self(id: id, kind: .change, source: source, thread: 1, start: .seconds(9), duration: .milliseconds(1), cause: cause)
    }
}
