extension InspectorReport {
    /// The report as a drawing for Graphviz: `dot -Tsvg` makes a picture of it.
    ///
    /// Each object is a frame around its sources. Arrows lead from a source to its observers; they show the context and the delivery
    /// policy. Leaks are red, and items that no longer exist have a dashed border. Names longer than 80 characters are cut.
    public var dot: String {
        let graph = ReportGraph(self)
        var lines = ["digraph heed {", "rankdir=LR;", "node [shape=box, fontname=\"sans-serif\"];", "edge [fontname=\"sans-serif\"];"]
        for group in graph.groups {
            if let object = group.object {
                lines.append("subgraph cluster_\(group.id) { label=\(Self.dotString(object)); style=rounded; fontname=\"sans-serif\";")
            }
            lines += group.nodes.map { Self.dotNode($0, shape: "box") }
            if group.object != nil { lines.append("}") }
        }
        lines += (graph.observers + graph.leaks).map { Self.dotNode($0, shape: "ellipse") }
        lines += graph.edges.map { edge in
            "\(edge.source) -> \(edge.observer)" + (edge.label.isEmpty ? ";" : " [label=\(Self.dotString(edge.label))];")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private static func dotNode(_ node: ReportGraph.Node, shape: String) -> String {
        var attributes = "label=\(dotString(node.label)), shape=\(shape)"
        if !node.details.isEmpty { attributes += ", tooltip=\(dotString(node.details))" }
        if node.isLeak { attributes += ", color=red, fontcolor=red" }
        if node.isGone { attributes += ", style=dashed" }
        return "\(node.id) [\(attributes)];"
    }

    /// Returns a text in quotes. In labels, Graphviz replaces sequences such as `\N`, and entities such as `&lt;`.
    private static func dotString(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.drawable.unicodeScalars {
            switch scalar {
            case "\"": escaped.append(contentsOf: "\\\"".unicodeScalars)
            case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return "\"\(String(escaped))\""
    }
}
