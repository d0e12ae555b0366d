import HeedInspector
import Testing

@Suite("Mermaid flowcharts of reports")
struct MermaidTests {
    /// The drawing of Mermaid.
    private struct Drawing: Decodable {
        struct Node: Decodable {
            let id: String
            let label: String
            let isLeak: Bool
        }

        let nodes: [Node]
        let edges: [String]
        let edgeLabels: [String]
        let groups: [String]
        let groupSizes: [Int]
        let scripts: Int
    }

    @Test("Mermaid shows every object, source, observer and context by its name, whatever the name", .ifReadersAreInstalled)
    func hostileNames() throws {
        var report = InspectorReport.sample()
        report.leaks = InspectorReport.leaking.leaks
        let drawing = try Reader.mermaid.read(report.mermaid, as: Drawing.self)
        let labels = Dictionary(drawing.nodes.map { ($0.id, $0.label.seen) }) { first, _ in first }
        for source in report.sources {
            #expect(labels["s\(source.id)"] == source.name.expectedInFlowchart)
        }
        for (index, observer) in report.observers.enumerated() {
            let file = observer.place!.fileID.split(separator: "/").last ?? ""
            #expect(labels["o\(index)"] == "\(file):\(observer.place!.line)".expectedInFlowchart)
        }
        #expect(drawing.nodes.count == report.sources.count + report.observers.count + 2)
        #expect(drawing.nodes.filter(\.isLeak).map(\.label) == ["View.swift:1", "Other.swift:3"])

        let objects = report.sources.compactMap(\.object)
        #expect(drawing.groups.map(\.seen).sorted() == objects.map(\.expectedInFlowchart).sorted())
        #expect(drawing.groupSizes == objects.map { _ in 1 })

        let edges = report.observers.enumerated().flatMap { index, observer in observer.sources.map { "s\($0) o\(index)" } }
        #expect(drawing.edges == edges)
        let edgeLabels = report.observers.flatMap { observer in
            observer.sources.map { _ in "\(observer.context!), latest".expectedInFlowchart }
        }
        #expect(drawing.edgeLabels.map(\.seen).sorted() == edgeLabels.sorted())
        #expect(drawing.scripts == 0)
    }

    @Test("A flowchart names objects as frames, and leaks as a class")
    func text() {
        #expect(
            InspectorReport.leaking.mermaid == """
                flowchart LR
                subgraph g0["Album 0x1"]
                s1["Album#46;title"]
                end
                subgraph g1["Album 0x2"]
                s2["Album#46;title"]
                end
                o0(["View#46;swift#58;1"])
                o1(["View#46;swift#58;1"])
                l1(["Other#46;swift#58;3"])
                s1 --> o0
                s2 --> o1
                classDef leak stroke:#c01c28,color:#c01c28
                class o0,l1 leak
                classDef gone stroke-dasharray:4 4
                class s1 gone

                """
        )
    }
}
