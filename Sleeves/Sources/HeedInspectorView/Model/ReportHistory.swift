import HeedInspector

/// The reports of a session, merged: what exists now, and the last events.
///
/// The inspector's own observers aren't part of it: each report would cause the next one.
struct ReportHistory: Sendable {
    /// The number of events to keep.
    static let limit = 20_000
    /// The number of events to ask for again, because they were under way.
    private static let rewindLimit: UInt64 = 2_000
    /// The beginning of the places in which the inspector's own code registers observers.
    private static let ownModule = "HeedInspectorView/"

    /// All that is known, as one report.
    private(set) var report = InspectorReport()
    private var lastEvent: UInt64 = 0
    private var forgottenMistakeCount = 0
    private var droppedEventCount: UInt64 = 0

    /// The number of the event to ask for reports after, so that events that were under way come again, finished.
    var next: UInt64 {
        let oldest = lastEvent > Self.rewindLimit ? lastEvent - Self.rewindLimit : 0
        let unfinished = report.events.reversed().prefix { $0.id > oldest }.last { $0.duration == nil }
        return unfinished.map { $0.id - 1 } ?? lastEvent
    }

    /// Adds a report.
    ///
    /// - Returns: The events that weren't known.
    /// - Complexity: O(*n*) in the size of the report.
    mutating func merge(_ new: InspectorReport) -> [InspectorReport.Event] {
        var new = new
        Self.removeOwn(from: &new)
        var fresh: [InspectorReport.Event] = []
        for event in new.events {
            if event.id > lastEvent { fresh.append(event) } else { replace(event) }
        }
        var events = report.events
        // Without a second copy of the events.
        report.events = []
        events.append(contentsOf: fresh)
        if events.count > Self.limit {
            droppedEventCount += UInt64(events.count - Self.limit)
            events.removeFirst(events.count - Self.limit)
        }
        lastEvent = max(lastEvent, fresh.last?.id ?? 0)
        // A report has the threads of its own events.
        let threads = report.threads
        report = new
        report.events = events
        report.threads = Self.merged(threads, new.threads, in: events)
        report.lostEventCount += droppedEventCount
        report.diagnostics.removeFirst(min(forgottenMistakeCount, report.diagnostics.count))
        return fresh
    }

    /// Forgets the events and the mistakes.
    mutating func clear() {
        report.events = []
        forgottenMistakeCount += report.diagnostics.count
        report.diagnostics = []
        report.lostEventCount = 0
        droppedEventCount = 0
    }

    /// Returns the threads of two reports that the events happened on, in the order of their numbers.
    private static func merged(
        _ former: [InspectorReport.Thread],
        _ latter: [InspectorReport.Thread],
        in events: [InspectorReport.Event]
    ) -> [InspectorReport.Thread] {
        let known = Set(former)
        if latter.allSatisfy(known.contains) { return former }
        var threads = Dictionary(former.map { ($0.id, $0) }) { $1 }
        for thread in latter { threads[thread.id] = thread }
        let used = Set(events.map(\.thread))
        return threads.values.filter { used.contains($0.id) }.sorted { $0.id < $1.id }
    }

    /// Replaces an event that was under way.
    private mutating func replace(_ event: InspectorReport.Event) {
        var (low, high) = (0, report.events.count)
        while low < high {
            let middle = (low + high) / 2
            if report.events[middle].id < event.id { low = middle + 1 } else { high = middle }
        }
        if low < report.events.count, report.events[low].id == event.id { report.events[low] = event }
    }

    /// Removes the inspector's own observers, with the sources that nobody else observes.
    private static func removeOwn(from report: inout InspectorReport) {
        let own = report.observers.filter { $0.place?.fileID.hasPrefix(ownModule) == true }
        guard !own.isEmpty else { return }
        let ownIDs = Set(own.map(\.id))
        report.observers.removeAll { ownIDs.contains($0.id) }
        var sources = Set(own.flatMap(\.sources))
        for observer in report.observers { sources.subtract(observer.sources) }
        report.sources.removeAll { sources.contains($0.id) }
        report.events.removeAll { sources.contains($0.source) || $0.observer.map(ownIDs.contains) == true }
    }
}
