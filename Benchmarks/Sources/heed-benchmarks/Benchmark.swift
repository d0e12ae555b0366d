/// One way of doing what a case measures.
struct Contender {
    let name: String
    /// Does it as often as told.
    let run: (_ times: Int) -> Void
}

/// A case: the same thing done in several ways, in rounds that take turns, so that a machine whose speed drifts is fair to all.
struct Benchmark {
    let name: String
    /// How many operations one call of a contender's body is: deliveries, for a post to many.
    var operationsPerTime = 1
    let contenders: [Contender]

    /// Measures all contenders.
    ///
    /// - Returns: For each contender the nanoseconds an operation took, in the best round and in the middle one.
    func measure(rounds: Int = 9) -> [Figure] {
        let times = contenders.map(timesForOneRound)
        var results = contenders.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                let nanoseconds = Self.nanoseconds { contender.run(times[index]) }
                results[index].append(nanoseconds / Double(times[index] * operationsPerTime))
            }
        }
        return zip(contenders, results).map { contender, figures in
            let sorted = figures.sorted()
            return Figure(name: contender.name, minimum: sorted[0], median: sorted[sorted.count / 2])
        }
    }

    /// As often as fills about twenty milliseconds.
    private func timesForOneRound(_ contender: Contender) -> Int {
        var times = 1
        while times < 1 << 30, Self.nanoseconds({ contender.run(times) }) < 10_000_000 { times *= 2 }
        return times * 2
    }

    private static func nanoseconds(_ body: () -> Void) -> Double {
        let duration = ContinuousClock().measure(body)
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}

/// What one contender took, in nanoseconds an operation.
struct Figure {
    let name: String
    let minimum: Double
    let median: Double
}
