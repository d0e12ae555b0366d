import HeedInspector

/// The recent events as rows of slices: a row for each thread.
struct Timeline: Sendable, Equatable {
    /// The part of the past to show.
    struct Window: Sendable, Equatable {
        /// The shortest and the longest span, in seconds.
        static let spans = 0.001...120.0

        /// The length of the part, in seconds.
        var span = 10.0
        /// The time from its end to the newest moment, in seconds.
        var delay = 0.0
        /// The width of the drawing, in pixels.
        var width = 600.0

        /// Scales the span, keeping the moment at a fraction of the width where it is.
        mutating func zoom(by factor: Double, at fraction: Double) {
            let former = span
            span = min(max(span / factor, Self.spans.lowerBound), Self.spans.upperBound)
            delay = max(0, delay + (former - span) * (1 - fraction))
        }

        /// Moves the part by a number of pixels; positive: into the past.
        mutating func pan(_ pixels: Double) {
            delay = max(0, delay + pixels * span / max(1, width))
        }
    }

    /// A handler's call, or several that are too short to tell apart.
    struct Slice: Sendable, Hashable {
        var x, width: Double
        /// The number of handlers of the same thread around it.
        var depth: Int
        /// The colour of its source.
        var hue: Int
        /// The number of its first event.
        var event: UInt64
        /// The name of its source, if there is room for it.
        var name: String?
        /// The number of calls.
        var count = 1
    }

    /// A thread.
    struct Row: Sendable, Hashable {
        var name: String
        var slices: [Slice] = []
        /// The index of the last slice of each level.
        fileprivate var latest: [Int] = []

        init(name: String) {
            self.name = name
        }

        /// The number of levels of its slices.
        var depth: Int { max(1, latest.count) }
    }

    /// A hop from a thread to another.
    struct Hop: Sendable, Hashable {
        var start, end: Double
        /// The indices of the rows.
        var from, to: Int
        var hue: Int
    }

    /// The deepest level that is shown.
    static let depthLimit = 5
    /// Calls shorter than this that begin within as many pixels are one slice.
    private static let slicePixels = 2.0
    /// The width from which on a slice has a name.
    private static let namePixels = 48.0
    /// Hops between two threads that arrive within as many pixels are one arrow.
    private static let hopPixels = 12.0

    private struct HopPlace: Hashable {
        let from, to, bucket: Int
    }

    private(set) var rows: [Row] = []
    private(set) var hops: [Hop] = []
    /// The first moment and the length of the part that is shown, in seconds since the recording started.
    private(set) var start = 0.0
    private(set) var span = 10.0

    /// Creates an empty timeline.
    init() {}

    /// Creates the timeline of a part of a report's events.
    ///
    /// - Parameter isShown: Whether to show the events of a source.
    /// - Complexity: O(*n*) in the number of events.
    init(_ report: InspectorReport, _ window: Window, isShown: (UInt32) -> Bool = { _ in true }) {
        span = window.span
        start = report.time / .seconds(1) - window.delay - window.span
        let sources = Dictionary(report.sources.map { ($0.id, (name: $0.name, hue: Hue.index(of: $0.name))) }) { first, _ in first }
        var indices: [UInt32: Int] = [:]
        for thread in report.threads {
            indices[thread.id] = rows.count
            rows.append(Row(name: thread.name.isEmpty ? "\(thread.id)" : thread.name))
        }
        var ends = [[Double]](repeating: [], count: rows.count)
        var hopping: [UInt64: InspectorReport.Event] = [:]
        var hopPlaces: Set<HopPlace> = []
        let scale = window.width / span
        let now = report.time / .seconds(1)
        for event in report.events where isShown(event.source) {
            let begin = event.start / .seconds(1)
            let end = event.duration.map { begin + $0 / .seconds(1) } ?? now
            if event.kind == .hop { hopping[event.id] = event }
            guard event.kind == .handler, end >= start, begin <= start + span, let row = indices[event.thread] else { continue }
            let source = sources[event.source]
            let hue = source?.hue ?? 0
            ends[row].removeAll { $0 <= begin }
            let depth = min(ends[row].count, Self.depthLimit - 1)
            ends[row].append(end)
            let width = max((end - begin) * scale, 1)
            let name = width >= Self.namePixels ? source?.name : nil
            let slice = Slice(x: (begin - start) * scale, width: width, depth: depth, hue: hue, event: event.id, name: name)
            rows[row].add(slice, within: Self.slicePixels)
            guard let hop = event.cause.flatMap({ hopping[$0] }), let from = indices[hop.thread], from != row else { continue }
            let arrival = (begin - start) * scale
            let place = HopPlace(from: from, to: row, bucket: Int((arrival / Self.hopPixels).rounded(.down)))
            guard hopPlaces.insert(place).inserted else { continue }
            hops.append(Hop(start: (hop.start / .seconds(1) - start) * scale, end: arrival, from: from, to: row, hue: hue))
        }
    }
}

extension Timeline.Row {
    /// Adds a slice. One that can't be told apart from the last one on its level becomes a part of it.
    fileprivate mutating func add(_ slice: Timeline.Slice, within pixels: Double) {
        if slice.depth < latest.count {
            let last = latest[slice.depth]
            let former = slices[last]
            let isNear = (slice.x / pixels).rounded(.down) == (former.x / pixels).rounded(.down)
            if isNear, slice.width <= pixels, former.width <= pixels {
                slices[last].count += 1
                return
            }
            latest[slice.depth] = slices.count
        } else {
            latest.append(slices.count)
        }
        slices.append(slice)
    }
}
