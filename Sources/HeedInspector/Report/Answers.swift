// The questions that a report answers by itself.
extension InspectorReport {
    /// The explanation of a notification: the changes and handlers that led to it.
    public struct Explanation: Sendable, Hashable, CustomStringConvertible {
        /// A change, a handler or a hop on the way.
        public struct Step: Sendable, Hashable {
            /// The event.
            public var event: Event
            /// The name of the source that it concerns.
            public var name: String
        }

        /// The events that led to it, outermost first. The last one is the event in question.
        public var steps: [Step]
        /// Whether the event that caused the first one is no longer known.
        public var isCut: Bool

        /// One line for each step.
        public var description: String {
            let lines = steps.enumerated().map { number, step in String(repeating: "  ", count: number) + Self.text(of: step) }
            return ((isCut ? ["(what led here is no longer recorded)"] : []) + lines).joined(separator: "\n")
        }

        private static func text(of step: Step) -> String {
            let place = step.event.place.map { " at \($0)" } ?? ""
            return switch step.event.kind {
            case .change: "\(step.name) changed"
            case .handler: "the handler\(place) received it"
            case .reading: "the key path observed\(place) was read"
            case .hop: "it reached the observer\(place) after \(step.event.duration.map(durationText) ?? "an unknown time")"
            case .filtered: "the operator\(place) discarded it"
            }
        }
    }

    /// Returns the chain of changes and handlers that led to an event.
    ///
    /// - Parameter event: The event's number.
    /// - Returns: `nil` if the event isn't in the report.
    /// - Complexity: O(n log m) for n steps among m events.
    public func why(event: UInt64) -> Explanation? {
        var steps: [Explanation.Step] = []
        var next: UInt64? = event
        while let number = next {
            guard let found = self.event(number) else { break }
            steps.append(Explanation.Step(event: found, name: name(of: found.source)))
            // A cause comes before what it causes.
            next = found.cause.flatMap { $0 < number ? $0 : nil }
        }
        return steps.isEmpty ? nil : Explanation(steps: steps.reversed(), isCut: next != nil)
    }

    /// Returns the chain that led to the last change of a source.
    ///
    /// - Returns: `nil` if none is recorded.
    public func why(source: UInt32) -> Explanation? {
        events.last { $0.source == source && $0.kind == .change }.flatMap { why(event: $0.id) }
    }

    /// Returns the chain that led to the last call of an observer's handler.
    ///
    /// - Returns: `nil` if none is recorded.
    public func why(observer: UInt64) -> Explanation? {
        events.last { $0.observer == observer && $0.kind == .handler }.flatMap { why(event: $0.id) }
    }

    /// Returns the event with a number.
    ///
    /// - Complexity: O(log n).
    public func event(_ number: UInt64) -> Event? {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].id < number { low = middle + 1 } else { high = middle }
        }
        return low < events.count && events[low].id == number ? events[low] : nil
    }

    /// Returns the name of a source.
    public func name(of source: UInt32) -> String {
        sources.first { $0.id == source }?.name ?? "an observed value"
    }

    // MARK: Handlers and hops

    /// The durations of one handler's calls.
    public struct HandlerTimes: Sendable, Hashable, CustomStringConvertible {
        /// The place where the handler was registered.
        public var place: Place?
        /// The name of what it observes.
        public var name: String
        /// The context in which it runs, such as `MainActorContext`; `ImmediateContext` for the thread that makes the change. `nil` if the
        /// observer no longer exists.
        public var context: String?
        /// The number of calls.
        public var count: Int
        /// The duration of all calls together.
        public var total: Duration
        /// The duration of the longest call.
        public var longest: Duration
        /// The number of calls by duration: below 1 µs, below 2 µs, below 4 µs and so on; the last entry holds all longer ones.
        public var histogram: [Int]

        /// The number of entries of a histogram.
        public static let binCount = 24

        /// The handler, its context, and its times.
        public var description: String {
            let (at, context) = (place.map { " at \($0)" } ?? "", context.map { " in \($0)" } ?? "")
            return """
                \(name): \(count) \(count == 1 ? "call" : "calls") of the handler\(at)\(context), \(durationText(total)) in total, \
                \(durationText(longest)) at most
                """
        }
    }

    /// Returns how long the handlers took, the longest in total first. Only finished calls count.
    public func handlerTimes() -> [HandlerTimes] {
        times(of: .handler)
    }

    /// Returns how long values were on the way to where the handlers run, the longest in total first.
    public func hopTimes() -> [HandlerTimes] {
        times(of: .hop)
    }

    private struct TimesKey: Hashable {
        let place: Place?
        let name: String
    }

    private func times(of kind: Event.Kind) -> [HandlerTimes] {
        let names = Dictionary(sources.map { ($0.id, $0.name) }) { first, _ in first }
        let contexts = Dictionary(observers.map { ($0.id, $0.contextName) }) { first, _ in first }
        var found: [TimesKey: HandlerTimes] = [:]
        for event in events where event.kind == kind {
            guard let duration = event.duration else { continue }
            let key = TimesKey(place: event.place, name: names[event.source] ?? "an observed value")
            let empty = HandlerTimes(
                place: key.place,
                name: key.name,
                context: event.observer.flatMap { contexts[$0] ?? nil },
                count: 0,
                total: .zero,
                longest: .zero,
                histogram: Array(repeating: 0, count: HandlerTimes.binCount)
            )
            found[key, default: empty].add(duration)
        }
        return found.values.sorted { ($0.total, $0.name) > ($1.total, $1.name) }
    }

    // MARK: Obstacles

    /// A reason why an observer wasn't called.
    public struct Obstacle: Sendable, Hashable, CustomStringConvertible {
        /// The kinds of reasons. More may be added; compare with those you know.
        public enum Kind: String, Sendable, CaseIterable {
            /// Nothing that the key path reads can be observed.
            case nothingObservable
            /// A property on the way to the value is `nil`, so the path has no value.
            case pathIsNil
            /// Nobody observes it; perhaps the same property of another object is observed.
            case notObserved
            /// The token was released or invalidated.
            case tokenEnded
            /// The sender whose messages are observed was deallocated.
            case senderIsGone
            /// Values wait for a time to pass, or for a handler to finish.
            case waiting
            /// A hop has started, but its target hasn't run it yet.
            case targetBlocked
            /// A hop was started, but its target discarded it.
            case hopLost
            /// An operator discarded the value, because it equals the last one or for a reason of its own.
            case filtered
            /// Nothing has been changed since the observer was registered.
            case notChanged
        }

        /// The kind of reason.
        public var kind: Kind
        /// The place in question: of the registration or the operator.
        public var place: Place?
        /// The obstacle, its place, and what to do.
        public var description: String

        /// Creates a reason.
        public init(kind: Kind, place: Place?, description: String) {
            self.kind = kind
            self.place = place
            self.description = description
        }
    }

    /// Returns the obstacles to an observer's next call.
    ///
    /// - Returns: Empty if nothing is.
    public func whyNot(observer id: UInt64) -> [Obstacle] {
        guard let observer = observers.first(where: { $0.id == id }) else { return [] }
        return obstacles(of: observer)
    }
}

extension InspectorReport.Observer {
    /// The name of the context in which the handler runs, if there is a handler.
    var contextName: String? {
        context ?? (kind == .sequence ? nil : "ImmediateContext")
    }
}

extension InspectorReport.HandlerTimes {
    fileprivate mutating func add(_ duration: Duration) {
        count += 1
        total += duration
        longest = max(longest, duration)
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        var bin = 0
        while bin < Self.binCount - 1, microseconds >= 1 << bin { bin += 1 }
        histogram[bin] += 1
    }
}

/// Returns a duration as text, such as `1.2 ms`.
func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    for (unit, size) in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)] where nanoseconds >= size {
        let value = nanoseconds / size
        let tenths = (value * 10).rounded() / 10
        return "\(value >= 100 ? "\(Int(value.rounded()))" : "\(tenths)") \(unit)"
    }
    return "\(Int(nanoseconds)) ns"
}
