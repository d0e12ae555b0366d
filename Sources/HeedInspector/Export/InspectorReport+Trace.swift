extension InspectorReport {
    /// The events as a trace for Perfetto (ui.perfetto.dev) and for Chrome's `about:tracing`.
    ///
    /// Changes, handlers and readings are slices of their threads, open ones if they are still under way. A hop is a slice of its own, with
    /// an arrow from what caused it to what it led to. A discarded value is an instant. The arguments hold the place, the source, the
    /// object, the observer and the numbers of the event and of its cause.
    ///
    /// - Complexity: O(n log n) for n events.
    public var traceJSON: String {
        JSONValue.object(of: [
            "displayTimeUnit": .string("ns"),
            "otherData": .object(of: ["lostEventCount": .integer(lostEventCount)]),
            "traceEvents": .array(TraceWriter(self).traceEvents()),
        ]).text
    }
}

/// Writes a report's events in Chrome's trace event format.
private struct TraceWriter {
    typealias Event = InspectorReport.Event

    /// A trace event, and where it belongs.
    private struct Record {
        let nanoseconds: Int64
        /// Slices come before what is bound to them.
        let rank: Int
        let value: JSONValue
    }

    /// A report doesn't name its process.
    private static let process = JSONValue.integer(1)

    private let report: InspectorReport
    private let sources: [UInt32: InspectorReport.Source]
    /// For each hop, the first event that it led to on its thread.
    private let arrivals: [UInt64: Event]

    init(_ report: InspectorReport) {
        self.report = report
        sources = Dictionary(report.sources.map { ($0.id, $0) }) { first, _ in first }
        let hops = Dictionary(report.events.filter { $0.kind == .hop }.map { ($0.id, $0.thread) }) { first, _ in first }
        var arrivals: [UInt64: Event] = [:]
        for event in report.events where event.isSlice {
            guard let cause = event.cause, hops[cause] == event.thread, arrivals[cause] == nil else { continue }
            arrivals[cause] = event
        }
        self.arrivals = arrivals
    }

    func traceEvents() -> [JSONValue] {
        let records = report.events.flatMap(records).enumerated().sorted { first, second in
            (first.element.nanoseconds, first.element.rank, first.offset) < (second.element.nanoseconds, second.element.rank, second.offset)
        }
        return metadata() + records.map(\.element.value)
    }

    private func metadata() -> [JSONValue] {
        let process = JSONValue.object(of: [
            "ph": .string("M"), "name": .string("process_name"), "pid": Self.process, "tid": .integer(0),
            "args": .object(of: ["name": .string("Heed")]),
        ])
        return [process]
            + report.threads.map { thread in
                .object(of: [
                    "ph": .string("M"), "name": .string("thread_name"), "pid": Self.process, "tid": .integer(thread.id),
                    "args": .object(of: ["name": .string(thread.name)]),
                ])
            }
    }

    private func records(of event: Event) -> [Record] {
        let nanoseconds = event.start.wholeNanoseconds
        switch event.kind {
        case .change, .handler, .reading:
            let duration = event.duration.map { Self.microseconds($0.wholeNanoseconds) }
            return [record(event, phase: duration == nil ? "B" : "X", at: nanoseconds, rank: 0, more: [("dur", duration)])]
        case .filtered:
            return [record(event, phase: "i", at: nanoseconds, rank: 1, more: [("s", .string("t"))])]
        case .hop:
            return hopRecords(of: event, at: nanoseconds)
        }
    }

    private func hopRecords(of hop: Event, at start: Int64) -> [Record] {
        let id = JSONValue.string("0x" + String(hop.id, radix: 16))
        var records = [record(hop, phase: "b", at: start, rank: 1, more: [("id", id)])]
        guard let duration = hop.duration else { return records }
        let end = start.addingReportingOverflow(duration.wholeNanoseconds)
        let endTime = end.overflow ? Int64.max : end.partialValue
        records.append(record(hop, phase: "e", at: endTime, rank: 1, more: [("id", id)]))
        // An arrow needs a slice at both ends. The cause may have ended before a held value left, and the handler begins after the arrival.
        if let arrival = arrivals[hop.id], let cause = hop.cause.flatMap({ report.event($0) }), cause.isSlice {
            let (first, duration) = (cause.start.wholeNanoseconds, cause.duration?.wholeNanoseconds ?? .max)
            let last = first.addingReportingOverflow(max(duration, 1) - 1)
            let departure = min(max(first, start), last.overflow ? .max : last.partialValue)
            records.append(record(hop, phase: "s", at: departure, rank: 2, thread: cause.thread, more: [("id", id)]))
            let arrow = [("id", id), ("bp", JSONValue.string("e"))]
            records.append(record(hop, phase: "f", at: max(endTime, arrival.start.wholeNanoseconds), rank: 2, more: arrow))
        }
        return records
    }

    private func record(
        _ event: Event, phase: String, at nanoseconds: Int64, rank: Int, thread: UInt32? = nil, more: [(key: String, value: JSONValue?)]
    ) -> Record {
        let source = sources[event.source]
        let name = source?.name ?? "an observed value"
        let members: [JSONValue.Member?] =
            [
                JSONValue.Member("ph", .string(phase)),
                JSONValue.Member("name", .string(event.kind == .change ? name : "\(event.kind.rawValue) of \(name)")),
                JSONValue.Member("cat", .string(event.kind.rawValue)),
                JSONValue.Member("pid", Self.process),
                JSONValue.Member("tid", .integer(thread ?? event.thread)),
                JSONValue.Member("ts", Self.microseconds(nanoseconds)),
            ] + more.map { key, value in value.map { JSONValue.Member(key, $0) } }
        let arguments = JSONValue.object(of: [
            "event": .integer(event.id), "cause": .optionalInteger(event.cause), "source": .string(name),
            "object": .optionalString(source?.object), "observer": .optionalInteger(event.observer),
            "place": .optionalString(event.place?.description),
        ])
        // The events that begin and end a hop and its arrow share arguments, which belong to the first.
        let isFirst = !["e", "s", "f"].contains(phase)
        let allMembers = members.compactMap(\.self) + (isFirst ? [JSONValue.Member("args", arguments)] : [])
        return Record(nanoseconds: nanoseconds, rank: rank, value: .object(allMembers))
    }

    /// Returns a time in the format's unit: microseconds, with a fraction.
    private static func microseconds(_ nanoseconds: Int64) -> JSONValue {
        let fraction = String(nanoseconds % 1_000)
        return .number("\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)")
    }
}

extension InspectorReport.Event {
    /// Whether it takes a part of its thread's time.
    fileprivate var isSlice: Bool { kind == .change || kind == .handler || kind == .reading }
}
