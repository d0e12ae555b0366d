import HeedInspector
import Testing

@Suite("Graphviz drawings of reports")
struct GraphvizTests {
    /// The drawing of Graphviz.
    private struct Drawing: Decodable {
        struct Node: Decodable {
            let id: String
            let label: String
            let isRed: Bool
        }

        struct Label: Decodable {
            let label: String
        }

        let nodes: [Node]
        let edges: [Label]
        let groups: [Label]
        let groupSizes: [Int]
        let edgeCount: Int
    }

    @Test("Graphviz shows every object, source, observer and context by its name, whatever the name", .ifReadersAreInstalled)
    func hostileNames() throws {
        let report = InspectorReport.sample()
        let drawing = try Reader.graphviz.read(report.dot, as: Drawing.self)
        let labels = Dictionary(drawing.nodes.map { ($0.id, $0.label.seen) }) { first, _ in first }
        for source in report.sources {
            #expect(labels["s\(source.id)"] == source.name.expectedInDrawing)
        }
        for (index, observer) in report.observers.enumerated() {
            let file = observer.place!.fileID.split(separator: "/").last ?? ""
            #expect(labels["o\(index)"] == "\(file):\(observer.place!.line)".expectedInDrawing)
        }
        let objects = report.sources.compactMap(\.object)
        #expect(drawing.groups.map(\.label.seen).sorted() == objects.map(\.expectedInDrawing).sorted())
        #expect(drawing.groupSizes == objects.map { _ in 1 })

        let edges = report.observers.flatMap { observer in observer.sources.map { _ in "\(observer.context!), latest".expectedInDrawing } }
        #expect(drawing.edges.map(\.label.seen).sorted() == edges.sorted())
        #expect(drawing.edgeCount == edges.count)
    }

    @Test("Sources of one object share a frame, and those without an object have none", .ifReadersAreInstalled)
    func frames() throws {
        let report = InspectorReport(sources: [
            .init(id: 7, kind: .property, name: "Album.title", object: "Album 0x1"),
            .init(id: 8, kind: .message, name: "CoverRequested"),
            .init(id: 9, kind: .property, name: "Album.year", object: "Album 0x1"),
        ])
        let drawing = try Reader.graphviz.read(report.dot, as: Drawing.self)
        #expect(drawing.groups.map(\.label) == ["Album 0x1"])
        #expect(drawing.groupSizes == [2])
        #expect(drawing.nodes.count == 3)
    }

    @Test("Leaks are red, whether or not the report has their observer", .ifReadersAreInstalled)
    func leaks() throws {
        let drawing = try Reader.graphviz.read(InspectorReport.leaking.dot, as: Drawing.self)
        #expect(drawing.nodes.filter(\.isRed).map(\.label) == ["View.swift:1", "Other.swift:3"])
        #expect(drawing.nodes.count == 5)
    }

    @Test("An observer of a source that the report doesn't know is drawn beside an unnamed one", .ifReadersAreInstalled)
    func unknownSource() throws {
        let report = InspectorReport(observers: [
            .init(id: 1, kind: .handler, sources: [4]), .init(id: 2, kind: .keyPath, sources: [4, 5]),
        ])
        let drawing = try Reader.graphviz.read(report.dot, as: Drawing.self)
        #expect(drawing.nodes.map(\.label).sorted() == ["an observed value", "an observed value", "handler", "keyPath"])
        #expect(drawing.edgeCount == 3)
    }

    @Test("An empty report is an empty drawing", .ifReadersAreInstalled)
    func empty() throws {
        #expect(try Reader.graphviz.read(InspectorReport().dot, as: Drawing.self).nodes.isEmpty)
    }
}

extension InspectorReport {
    /// Two objects that the same line observes, one of which is gone; and a leak that isn't among the observers.
    static var leaking: InspectorReport {
        let place = Place(fileID: "Player/View.swift", line: 1)
        return InspectorReport(
            sources: [
                Source(id: 1, kind: .property, name: "Album.title", object: "Album 0x1", isAlive: false),
                Source(id: 2, kind: .property, name: "Album.title", object: "Album 0x2"),
            ],
            observers: [
                Observer(id: 1, kind: .handler, sources: [1], place: place), Observer(id: 2, kind: .handler, sources: [2], place: place),
            ],
            leaks: [
                Leak(kind: .observedObjectIsGone, name: "Album.title", place: place),
                Leak(kind: .observerIsGone, name: "Subject<Int>", place: Place(fileID: "Player/Other.swift", line: 3)),
            ]
        )
    }
}
