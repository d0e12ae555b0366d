/// Something that Heed has to reach.
struct Requirement {
    let text: String
    /// The case and the contender that it is about.
    let subject: (case: String, contender: String)
    let bounds: [Bound]

    /// One of the limits that the figure has to keep.
    enum Bound {
        /// At most this much of what another contender of the same case takes, and a constant beside.
        case share(Double, of: String, plus: Double = 0)
        case atMost(Double)
        case atLeast(Double)
    }

    /// The distance of minima of the same thing on a machine that does other things too.
    static let noise = 0.05
}

extension Requirement {
    /// - Returns: `nil` if the case was not run.
    func verdict(on results: [CaseResult]) -> Verdict? {
        guard let result = results.first(where: { $0.name == subject.case }), let ours = result[subject.contender]?.best else { return nil }
        let kept = bounds.compactMap { $0.judge(ours, in: result) }
        guard kept.count == bounds.count else { return nil }
        return Verdict(text: text, contender: subject.contender, ours: ours, unit: result.unit, limits: kept)
    }
}

extension Requirement.Bound {
    fileprivate func judge(_ ours: Double, in result: CaseResult) -> Verdict.Limit? {
        switch self {
        case .share(let share, let name, let constant):
            guard let other = result[name]?.best else { return nil }
            let limit = other * share + constant
            let multiple = share == 1 ? "" : share < 1 ? "1/\(Int((1 / share).rounded())) of " : "\(share) × "
            let beside = constant == 0 ? "" : " + \(Int(constant))"
            return Verdict.Limit(text: "\(multiple)\(name)\(beside)", limit: limit, isMet: ours <= limit * (1 + Requirement.noise))
        case .atMost(let limit):
            return Verdict.Limit(text: "at most", limit: limit, isMet: ours <= limit)
        case .atLeast(let limit):
            return Verdict.Limit(text: "at least", limit: limit, isMet: ours >= limit * (1 - Requirement.noise))
        }
    }
}

/// Whether a requirement is met, and by what figures.
struct Verdict: Codable {
    struct Limit: Codable {
        let text: String
        let limit: Double
        let isMet: Bool
    }

    let text: String
    let contender: String
    let ours: Double
    let unit: Unit
    let limits: [Limit]

    var isMet: Bool { limits.allSatisfy(\.isMet) }
}
