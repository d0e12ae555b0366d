/// The graph of who observes what, which ``InspectorReport/dot`` and ``InspectorReport/mermaid`` write.
struct ReportGraph {
    /// An item that is drawn as one node.
    struct Node {
        /// The node's name in the drawing, which needs no escaping.
        let id: String
        let label: String
        /// More about it, for a tooltip.
        let details: String
        let isLeak: Bool
        /// Whether it no longer exists.
        let isGone: Bool
    }

    /// The sources of one object.
    struct Group {
        let id: String
        /// The object; `nil` for sources without one.
        let object: String?
        var nodes: [Node] = []
    }

    /// From a source to an observer.
    struct Edge {
        let source: String
        let observer: String
        let label: String
    }

    /// The sources by object, in the order in which the objects appeared.
    private(set) var groups: [Group] = []
    private(set) var observers: [Node] = []
    private(set) var edges: [Edge] = []
    /// The leaks whose observer isn't in the report.
    private(set) var leaks: [Node] = []

    init(_ report: InspectorReport) {
        groups = Self.groups(of: report)
        var known = Set(report.sources.map(\.id))
        let sources = Dictionary(report.sources.map { ($0.id, $0) }) { first, _ in first }
        let reported = Set(report.leaks)
        var drawn: Set<InspectorReport.Leak> = []
        for (index, observer) in report.observers.enumerated() {
            let id = "o\(index)"
            let leaks = Self.possibleLeaks(of: observer, sources: sources).filter(reported.contains)
            drawn.formUnion(leaks)
            observers.append(Self.node(id, observer, leaks: leaks))
            let label = [observer.context, observer.policy].compactMap(\.self).joined(separator: ", ")
            for source in observer.sources {
                if known.insert(source).inserted { addUnknownSource(source) }
                edges.append(Edge(source: "s\(source)", observer: id, label: label))
            }
        }
        for (index, leak) in report.leaks.enumerated() where !drawn.contains(leak) {
            let (label, details) = (leak.place?.lastComponent ?? leak.name, "\(leak.name): \(leak.kind.text)")
            leaks.append(Node(id: "l\(index)", label: label, details: details, isLeak: true, isGone: false))
        }
    }

    private static func groups(of report: InspectorReport) -> [Group] {
        var groups: [Group] = []
        var indices: [String?: Int] = [:]
        var ids: Set<UInt32> = []
        for source in report.sources where ids.insert(source.id).inserted {
            let index = indices[source.object, default: groups.count]
            if index == groups.count {
                indices[source.object] = index
                groups.append(Group(id: "g\(index)", object: source.object))
            }
            groups[index].nodes.append(
                Node(id: "s\(source.id)", label: source.name, details: source.kind.rawValue, isLeak: false, isGone: !source.isAlive)
            )
        }
        return groups
    }

    private mutating func addUnknownSource(_ id: UInt32) {
        let index = groups.firstIndex { $0.object == nil } ?? groups.count
        if index == groups.count { groups.append(Group(id: "g\(index)", object: nil)) }
        groups[index].nodes.append(Node(id: "s\(id)", label: "an observed value", details: "", isLeak: false, isGone: false))
    }

    private static func node(_ id: String, _ observer: InspectorReport.Observer, leaks: [InspectorReport.Leak]) -> Node {
        let label = observer.place?.lastComponent ?? observer.kind.rawValue
        let details = [observer.keyPath, observer.place?.description].compactMap(\.self) + leaks.map(\.kind.text)
        return Node(id: id, label: label, details: details.joined(separator: ", "), isLeak: !leaks.isEmpty, isGone: false)
    }

    /// Returns the leaks that an observer may be: those at its place with the name of what it observes.
    private static func possibleLeaks(
        of observer: InspectorReport.Observer, sources: [UInt32: InspectorReport.Source]
    ) -> [InspectorReport.Leak] {
        guard let place = observer.place else { return [] }
        let observed = observer.sources.compactMap { sources[$0] }
        // The same line may observe another object, which is still there.
        let kinds = InspectorReport.Leak.Kind.allCases.filter { kind in
            switch kind {
            case .observedObjectIsGone: !observed.contains { $0.isAlive }
            case .observerIsGone: true
            case .senderIsGone: observer.isSenderGone
            }
        }
        let names = Set(observed.map(\.name) + [observer.keyPath].compactMap(\.self))
        return kinds.flatMap { kind in names.map { InspectorReport.Leak(kind: kind, name: $0, place: place) } }
    }
}

extension InspectorReport.Place {
    /// The file without its module, and the line: `QueueView.swift:42`.
    fileprivate var lastComponent: String {
        "\(fileID.split(separator: "/").last ?? ""):\(line)"
    }
}

extension InspectorReport.Leak.Kind {
    fileprivate var text: String {
        switch self {
        case .observedObjectIsGone: "the observed object is gone"
        case .observerIsGone: "the observer is gone"
        case .senderIsGone: "the sender is gone"
        }
    }
}

extension String {
    /// The text on one line, with at most 80 characters and nothing invisible, for a drawing.
    var drawable: String {
        var text = String.UnicodeScalarView()
        for (index, scalar) in unicodeScalars.enumerated() {
            guard index < 80 else { return String(text) + "…" }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: text.append(" ")
            case .format, .unassigned, .privateUse: text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
