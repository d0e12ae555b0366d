import Foundation

/// The requirements as lines on a terminal.
struct RequirementTable {
    let verdicts: [Verdict]

    var lines: [String] {
        guard !verdicts.isEmpty else { return [] }
        return ["", "Requirements (minima; \(Int(Requirement.noise * 100)) % allowed for noise)"] + verdicts.flatMap(lines)
    }

    private func lines(_ verdict: Verdict) -> [String] {
        let unit = verdict.unit == .timesOneThread ? "×" : verdict.unit.rawValue
        let head = "\(verdict.isMet ? "met    " : "NOT met") \(verdict.text): \(String(format: "%.1f", verdict.ours)) \(unit)"
        return [head]
            + verdict.limits.map { limit in
                "          \(limit.isMet ? "ok " : "NOT") \(limit.text): \(String(format: "%.1f", limit.limit))"
            }
    }
}
