import Heed
import HeedInspector

/// An actor that takes reports and makes pictures of them, off the main thread.
actor InspectorWorker {
    /// The age at which answers are found again.
    private static let patience = Duration.seconds(1)

    private let session: any InspectorSession
    /// The subject that delivers pictures.
    private let pictures: Subject<InspectorPicture>
    private let clock = ContinuousClock()
    /// The start of the time that lights are measured in.
    private let epoch: ContinuousClock.Instant

    private var history = ReportHistory()
    private var query = InspectorQuery()
    private var picture = InspectorPicture()
    private var activity = Activity()
    private var lastPoll: ContinuousClock.Instant?
    private var eventsPerSecond = 0.0
    private var hasSent = false
    private var answered: (id: NodeID, time: ContinuousClock.Instant)?

    init(_ session: any InspectorSession, epoch: ContinuousClock.Instant, pictures: Subject<InspectorPicture>) {
        self.session = session
        self.epoch = epoch
        self.pictures = pictures
    }

    /// Takes a report, and sends a picture if it differs from the last one.
    ///
    /// - Parameter run: The number of times that reports have begun to be taken.
    /// - Returns: Whether the session still answers.
    func poll(in run: Int) -> Bool {
        picture.run = run
        let known = history.report
        let former = (picture.counts, picture.problem)
        var fresh: [InspectorReport.Event] = []
        do {
            fresh = history.merge(try session.report(since: history.next))
            picture.problem = nil
        } catch {
            picture.problem = String(describing: error)
            measureRate(0)
            send()
            return false
        }
        let isSame = history.report.sources == known.sources && history.report.observers == known.observers
        let hasChanged = !isSame || history.report.leaks != known.leaks || history.report.diagnostics != known.diagnostics
        if hasChanged { makeGraph() }
        let now = seconds
        activity.prune(at: now)
        activity.light(fresh, in: picture.graph, at: now)
        measureRate(fresh.count)
        let counts = InspectorPicture.Counts(history.report, eventsPerSecond: eventsPerSecond)
        let isQuiet = fresh.isEmpty && !hasChanged && former == (counts, picture.problem) && picture.lights == Activity.Lights()
        // The time of a timeline passes anyway.
        if !isQuiet || !hasSent || query.timeline != nil { send() }
        return true
    }

    /// Changes what is asked for and sends a picture.
    func ask(_ query: InspectorQuery) {
        let former = self.query
        guard query != former else { return }
        self.query = query
        let isSameGraph = query.filter == former.filter && query.expanded == former.expanded
        if !isSameGraph || query.room != former.room || query.isMirrored != former.isMirrored { makeGraph() }
        send()
    }

    /// Notes that no reports are taken for a while.
    func pause() {
        lastPoll = nil
        eventsPerSecond = 0
        activity = Activity()
        send()
    }

    /// Forgets what has happened and sends a picture.
    func clear() {
        history.clear()
        activity = Activity()
        answered = nil
        makeGraph()
        send()
    }

    /// Returns what is known, to save it.
    func report() -> InspectorReport { history.report }

    /// Returns the calls that led to an event, innermost first; empty if they aren't known.
    func backtrace(of event: UInt64) -> [StackFrame] {
        (try? session.backtrace(of: event)) ?? []
    }

    /// Returns the node of an event.
    func node(ofEvent number: UInt64) -> NodeID? {
        guard let event = history.report.event(number) else { return nil }
        let index = event.observer.flatMap { picture.graph.node(ofObserver: $0) } ?? picture.graph.node(ofSource: event.source)
        return index.map { picture.graph.nodes[$0].id }
    }

    // MARK: Pictures

    private func makeGraph() {
        let graph = ObservationGraph(history.report, filter: ReportFilter(query.filter), expanded: query.expanded)
        let layout = GraphLayout(graph, in: query.room, isMirrored: query.isMirrored)
        guard graph != picture.graph || layout != picture.layout else { return }
        (picture.graph, picture.layout) = (graph, layout)
        picture.revision += 1
        answered = nil
    }

    private func send() {
        hasSent = true
        let report = history.report
        picture.lights = activity.lights(of: picture.graph)
        picture.counts = InspectorPicture.Counts(report, eventsPerSecond: eventsPerSecond)
        if let window = query.timeline {
            let graph = picture.graph
            picture.timeline = Timeline(report, window) { graph.node(ofSource: $0) != nil }
        }
        answer(report)
        pictures.notify(picture)
    }

    /// Finds the answers about the selected node, unless they are there already.
    private func answer(_ report: InspectorReport) {
        guard let id = query.selection else {
            (picture.details, answered) = (nil, nil)
            return
        }
        let now = clock.now
        if let answered, answered.id == id, now - answered.time < Self.patience { return }
        picture.details = NodeDetails(id, in: picture.graph, report)
        answered = (id, now)
    }

    private func measureRate(_ count: Int) {
        let now = clock.now
        defer { lastPoll = now }
        guard let lastPoll, now > lastPoll else { return }
        let rate = Double(count) / ((now - lastPoll) / .seconds(1))
        eventsPerSecond += (rate - eventsPerSecond) * 0.3
        if eventsPerSecond < 0.5 { eventsPerSecond = 0 }
    }

    private var seconds: Double { (clock.now - epoch) / .seconds(1) }
}
