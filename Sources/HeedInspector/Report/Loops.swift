extension InspectorReport {
    /// The number of changes of one source in a chain that makes it a loop.
    private static let loopThreshold = 10

    /// Returns the endless loops that Heed stopped, and the recorded long ones that it didn't.
    ///
    /// The latter are mistakes of the kind `longLoop`: one chain of changes and handlers changed the same source at least ten times. The
    /// chain may cross hops. Of several loops through the same handlers, the longest is returned.
    ///
    /// - Complexity: O(n) in the events.
    public func loops() -> [Mistake] {
        let stopped = diagnostics.filter { $0.kind == "runawayLoop" }
        let stoppedPlaces = Set(stopped.compactMap(\.place))
        var longest: [Set<Place>: Loop] = [:]
        for loop in longLoops() where loop.places.isDisjoint(with: stoppedPlaces) {
            if let present = longest[loop.places], present.count >= loop.count { continue }
            longest[loop.places] = loop
        }
        return stopped + longest.values.sorted { $0.last < $1.last }.map(mistake)
    }

    /// A chain in which one source was changed again and again.
    private struct Loop {
        /// The index of the last change.
        let last: Int
        /// The number of changes.
        let count: Int
        /// The places of the handlers between the changes.
        let places: Set<Place>
    }

    /// Returns the longest loop of each source, by source.
    private func longLoops() -> [Loop] {
        let causes = causeIndices
        var found: [UInt32: (last: Int, count: Int)] = [:]
        visitChanges(causes) { index, count in
            let source = events[index].source
            if count >= Self.loopThreshold, count > found[source]?.count ?? 0 { found[source] = (index, count) }
        }
        return found.sorted { $0.key < $1.key }.map { source, loop in
            var places: Set<Place> = []
            var next = causes[loop.last]
            var isOpen = loop.count - 1
            while let index = next, isOpen > 0 {
                if events[index].kind == .handler, let place = events[index].place { places.insert(place) }
                if events[index].kind == .change, events[index].source == source { isOpen -= 1 }
                next = causes[index]
            }
            return Loop(last: loop.last, count: loop.count, places: places)
        }
    }

    /// The index of each event's cause.
    private var causeIndices: [Int?] {
        let indices = Dictionary(events.enumerated().map { ($1.id, $0) }) { first, _ in first }
        // A cause comes before what it causes.
        return events.enumerated().map { index, event in event.cause.flatMap { indices[$0] }.flatMap { $0 < index ? $0 : nil } }
    }

    /// Visits each change, with the number of changes of the same source in its chain up to it.
    private func visitChanges(_ causes: [Int?], _ body: (_ index: Int, _ count: Int) -> Void) {
        var effects: [[Int]] = Array(repeating: [], count: events.count)
        for (index, cause) in causes.enumerated() {
            if let cause { effects[cause].append(index) }
        }
        var counts: [UInt32: Int] = [:]
        for root in causes.indices where causes[root] == nil && !effects[root].isEmpty {
            // Depth first, without recursion: a chain can be as long as the recording.
            var stack = [(index: root, isDone: false)]
            while let (index, isDone) = stack.popLast() {
                let source = events[index].source
                if isDone {
                    counts[source, default: 0] -= 1
                    continue
                }
                if events[index].kind == .change {
                    counts[source, default: 0] += 1
                    body(index, counts[source, default: 0])
                    stack.append((index, true))
                }
                for effect in effects[index] { stack.append((effect, false)) }
            }
        }
    }

    private func mistake(_ loop: Loop) -> Mistake {
        let change = events[loop.last]
        let source = sources.first { $0.id == change.source }
        let places = loop.places.map(\.description).sorted()
        let handlers = places.count == 1 ? "the handler at \(places[0])" : "the handlers at \(places.prefix(8).joined(separator: ", "))"
        return Mistake(
            kind: "longLoop",
            place: change.cause.flatMap { event($0)?.place },
            message: """
                \(source?.name ?? "An observed value")\(source?.object.map { " of \($0)" } ?? "") was changed \(loop.count) times in one chain: \
                each change led, through \(handlers), to the next one. Even if it ends by itself, it costs time: set the final value at once, \
                or compare before changing.
                """
        )
    }
}
