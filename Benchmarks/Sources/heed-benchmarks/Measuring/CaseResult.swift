/// The result of a case.
struct CaseResult: Codable {
    let name: String
    let title: String
    let unit: Unit
    let figures: [Figure]

    subscript(name: String) -> Figure? { figures.first { $0.name == name } }

    /// The first floor: cases name the lowest one first.
    var floor: Figure? { figures.first { $0.role == .floor } }

    var bestPeer: Figure? {
        let peers = figures.filter { $0.role == .peer }
        return unit.isMoreBetter ? peers.max { $0.best < $1.best } : peers.min { $0.best < $1.best }
    }
}

/// The result of one contender: its best round and its middle one.
struct Figure: Codable {
    let name: String
    let role: Role
    let best: Double
    let median: Double
}
