import Foundation

/// A result as lines on a terminal.
struct Table {
    let result: CaseResult

    var lines: [String] {
        let header = "\(result.title) [\(result.name)], \(result.unit.rawValue)"
        return ["", row(header, ["best", "median", "× floor", "× best peer"], mark: "")]
            + result.figures.map { figure in
                row(
                    figure.name,
                    [
                        String(format: "%.1f", figure.best), String(format: "%.1f", figure.median),
                        ratio(of: figure, to: result.floor), ratio(of: figure, to: result.bestPeer),
                    ],
                    mark: figure.role == .heed ? "> " : "  "
                )
            }
    }

    private func row(_ name: String, _ columns: [String], mark: String) -> String {
        let left = (mark + name).padding(toLength: 62, withPad: " ", startingAt: 0)
        return left + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }

    private func ratio(of figure: Figure, to other: Figure?) -> String {
        guard let other, other.best > 0 else { return "-" }
        return String(format: "%.2f", figure.best / other.best)
    }
}
