import HeedInspector

/// The thing that a node of the graph represents.
enum NodeID: Hashable, Sendable {
    /// One source.
    case source(UInt32)
    /// All sources of a kind with the same name.
    case sources(InspectorReport.Source.Kind, String)
    /// One observer.
    case observer(UInt64)
    /// All observers of a kind that were registered at one place.
    case observers(ObserverGroup)

    /// The property that the observers of one node have in common.
    struct ObserverGroup: Hashable, Sendable {
        var kind: InspectorReport.Observer.Kind
        var place: InspectorReport.Place?
        var keyPath: String?
        var context: String?
        var policy: String?

        init(_ observer: InspectorReport.Observer) {
            kind = observer.kind
            place = observer.place
            keyPath = observer.keyPath
            context = observer.context
            policy = observer.policy
        }
    }

    /// Whether it stands for sources, rather than for observers.
    var isSource: Bool {
        switch self {
        case .source, .sources: true
        case .observer, .observers: false
        }
    }
}
