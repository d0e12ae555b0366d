import Foundation

/// The results as a picture: a panel for each of some cases, a dot for each contender, on one logarithmic scale.
struct Chart {
    /// The cases that make the picture, where they were run.
    static let cases = ["post-100", "set-1", "add-remove-1000", "hop"]

    private let panels: [CaseResult]
    private let scale: LogScale

    /// - Returns: `nil` if none of the cases was run.
    init?(_ results: [CaseResult]) {
        panels = Self.cases.compactMap { name in results.first { $0.name == name } }
        let values = panels.flatMap(\.figures).flatMap { [$0.best, $0.median] }
        guard let least = values.min(), let most = values.max() else { return nil }
        scale = LogScale(from: least, to: most, left: 295, right: 675)
    }

    func write(to path: String) throws {
        try Data(svg.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static let width = 760
    private static let rowHeight = 19
    private static let panelMargin = 66

    private var svg: String {
        var body = ""
        var top = 88
        for panel in panels {
            let rows = panel.figures.sorted { $0.best < $1.best }
            body += draw(panel.title, rows, top: top)
            top += rows.count * Self.rowHeight + Self.panelMargin
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(top)" width="\(Self.width)" height="\(top)" role="img">
            <title>Heed beside its peers: nanoseconds, logarithmic scale</title>
            <style>\(Self.style)</style>
            <rect class="card" x="0.5" y="0.5" width="\(Self.width - 1)" height="\(top - 1)" rx="12"/>
            <text class="head" x="24" y="32">Nanoseconds, on a logarithmic scale. Less is better.</text>
            <text class="tick" x="24" y="50">A dot is the best of several rounds; its line goes to the middle one.</text>
            \(legend)
            \(body)</svg>

            """
    }

    // The picture brings its own background, so that it can be read on any page; of those who ask for dark, it takes notice.
    private static let style = """
        .card{fill:#fff;stroke:#d8dbe0}text{font:12.5px system-ui,sans-serif;fill:#3c4149}.head{font-weight:600;font-size:14px}\
        .value,.tick{font-size:11px}.tick{fill:#6b7280}.grid{stroke:#e4e6ea}.heed{fill:#0b62c4;stroke:#0b62c4}\
        .peer{fill:#7a828e;stroke:#7a828e}.floor{fill:none;stroke:#7a828e;stroke-width:1.5}text.heed{font-weight:600;stroke:none}\
        text.peer,text.floor{fill:#3c4149;stroke:none}\
        @media(prefers-color-scheme:dark){.card{fill:#1c1f24;stroke:#3a3f47}text,text.peer,text.floor{fill:#d5d9df}.tick{fill:#9aa4b2}\
        .grid{stroke:#33383f}.heed{fill:#6cb2ff;stroke:#6cb2ff}.peer{fill:#9aa4b2;stroke:#9aa4b2}.floor{fill:none;stroke:#9aa4b2}}
        """

    private var legend: String {
        let entries: [(role: Role, text: String, x: Int)] = [
            (.heed, "Heed", 470), (.peer, "another library", 530), (.floor, "by hand", 660),
        ]
        return entries.map { entry in
            #"<circle class="\#(entry.role.rawValue)" cx="\#(entry.x)" cy="28" r="4.5"/>"#
                + #"<text class="tick" x="\#(entry.x + 9)" y="32">\#(entry.text)</text>"#
        }.joined()
    }

    private func draw(_ title: String, _ rows: [Figure], top: Int) -> String {
        let bottom = top + 10 + rows.count * Self.rowHeight
        var lines = [#"<text class="head" x="24" y="\#(top)">\#(escaped(title))</text>"#]
        for decade in scale.decades {
            let x = position(decade)
            lines.append(#"<line class="grid" x1="\#(x)" x2="\#(x)" y1="\#(top + 10)" y2="\#(bottom)"/>"#)
            lines.append(#"<text class="tick" x="\#(x)" y="\#(bottom + 14)" text-anchor="middle">\#(Self.duration(decade))</text>"#)
        }
        for (number, figure) in rows.enumerated() {
            let middle = top + 10 + number * Self.rowHeight + Self.rowHeight / 2
            let (kind, best, median) = (figure.role.rawValue, position(figure.best), position(figure.median))
            lines.append(#"<text class="\#(kind)" x="284" y="\#(middle + 4)" text-anchor="end">\#(escaped(figure.name))</text>"#)
            lines.append(#"<line class="\#(kind)" x1="\#(best)" x2="\#(median)" y1="\#(middle)" y2="\#(middle)" opacity=".5"/>"#)
            lines.append(#"<circle class="\#(kind)" cx="\#(best)" cy="\#(middle)" r="4.5"/>"#)
            let value = Self.duration(figure.best)
            lines.append(#"<text class="value" x="\#(max(best, median) + 9)" y="\#(middle + 4)">\#(value)</text>"#)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func position(_ value: Double) -> Double {
        (scale.position(of: value) * 10).rounded() / 10
    }

    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<9.95: String(format: "%.3g ns", nanoseconds)
        case ..<1_000: String(format: "%.0f ns", nanoseconds)
        default: String(format: "%.3g µs", nanoseconds / 1_000)
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
