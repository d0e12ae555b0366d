extension InspectorReport {
    /// The report as a flowchart for Mermaid, which GitHub and many editors draw.
    ///
    /// It shows the same as ``dot``. Mermaid refuses charts with more than 500 arrows or 50,000 characters, unless the page allows more by
    /// `maxEdges` and `maxTextSize`.
    public var mermaid: String {
        let graph = ReportGraph(self)
        var lines = ["flowchart LR"]
        for group in graph.groups {
            if let object = group.object { lines.append("subgraph \(group.id)[\"\(Self.mermaidText(object))\"]") }
            lines += group.nodes.map { "\($0.id)[\"\(Self.mermaidText($0.label))\"]" }
            if group.object != nil { lines.append("end") }
        }
        lines += (graph.observers + graph.leaks).map { "\($0.id)([\"\(Self.mermaidText($0.label))\"])" }
        lines += graph.edges.map { edge in
            edge.label.isEmpty
                ? "\(edge.source) --> \(edge.observer)" : "\(edge.source) -->|\"\(Self.mermaidText(edge.label))\"| \(edge.observer)"
        }
        let nodes = graph.groups.flatMap(\.nodes) + graph.observers + graph.leaks
        lines += Self.mermaidClass("leak", "stroke:#c01c28,color:#c01c28", of: nodes.filter(\.isLeak))
        lines += Self.mermaidClass("gone", "stroke-dasharray:4 4", of: nodes.filter(\.isGone))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func mermaidClass(_ name: String, _ style: String, of nodes: [ReportGraph.Node]) -> [String] {
        guard !nodes.isEmpty else { return [] }
        return ["classDef \(name) \(style)", "class \(nodes.map(\.id).joined(separator: ",")) \(name)"]
    }

    /// Returns a text for use in quotes.
    ///
    /// Mermaid looks for comments, directives, styles, formulas and Markdown before it looks for quotes. So everything but letters and
    /// digits is written as a number. Mermaid marks such numbers by `ﬂ°` and `¶ß`, and treats these as its own marks wherever they come
    /// from.
    private static func mermaidText(_ text: String) -> String {
        var escaped = ""
        for scalar in text.drawable.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ": escaped.unicodeScalars.append(scalar)
            case "ﬂ": escaped += "fl"
            case "¶": escaped += "\u{FFFD}"
            case _ where scalar.isASCII: escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // Without any text, Mermaid shows the node's id.
        return escaped.allSatisfy { $0 == " " } ? "#160;" : escaped
    }
}
