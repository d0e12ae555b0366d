import HeedInspector

/// A request of the window.
struct InspectorQuery: Sendable, Equatable {
    /// The words that what is shown must have.
    var filter = ""
    /// The nodes that are shown one by one.
    var expanded: Set<NodeID> = []
    /// The node to answer questions about.
    var selection: NodeID?
    /// The room for the graph.
    var room = GraphLayout.Room.wide
    /// Whether the graph is drawn from right to left.
    var isMirrored = false
    /// The part of the past to show; `nil` while no timeline is shown.
    var timeline: Timeline.Window?
}

/// The content of the window: values that a worker makes off the main thread.
struct InspectorPicture: Sendable {
    /// The graph of observers and what they observe.
    var graph = ObservationGraph()
    /// The places of the nodes.
    var layout = GraphLayout()
    /// The number of graphs before this one that were different.
    var revision = 0
    /// The lights of nodes and arrows.
    var lights = Activity.Lights()
    /// The recent events.
    var timeline = Timeline()
    /// The answers about the selected node.
    var details: NodeDetails?
    /// The numbers of the status line.
    var counts = Counts()
    /// The error of the last report, if there was one.
    var problem: String?
    /// The ``InspectorFeed/run`` that the problem is from.
    var run = 0

    /// The totals of the whole report.
    struct Counts: Sendable, Equatable {
        var sources = 0
        var observers = 0
        var eventsPerSecond = 0
        var leaks = 0
        var mistakes = 0
        var lostEvents: UInt64 = 0

        init() {}

        init(_ report: InspectorReport, eventsPerSecond: Double) {
            sources = report.sources.count
            observers = report.observers.count
            self.eventsPerSecond = Int(eventsPerSecond.rounded())
            leaks = report.leaks.count
            mistakes = report.diagnostics.count
            lostEvents = report.lostEventCount
        }
    }
}
