/// Measures all contenders of a case, in rounds in which they take turns, so that a machine whose speed drifts is fair to all.
@MainActor
struct Measuring {
    let rounds: Int
    /// The number of times in one turn that two threads run beside one another.
    private let bursts = 10

    func measure(_ measured: Case) async -> CaseResult {
        let contenders = measured.contenders()
        var samplers: [Sampler] = []
        for contender in contenders { samplers.append(await sampler(for: contender, in: measured)) }
        for round in 0..<rounds {
            for index in samplers.indices where round == 0 || !samplers[index].isExact {
                await samplers[index].sample()
            }
        }
        let figures = zip(contenders, samplers).map { contender, sampler in
            let (best, median) = sampler.result
            return Figure(name: contender.name, role: contender.role, best: best, median: median)
        }
        return CaseResult(name: measured.name, title: measured.title, unit: measured.unit, figures: figures)
    }

    private func sampler(for contender: Contender, in measured: Case) async -> Sampler {
        switch contender.measurement {
        case .time(let perTime, let most, let run):
            let times = await timesForOneTurn(run, turn: measured.turn, most: most)
            return Sampler { [(await run(times) / Double(times * perTime), nil)] }
        case .speedUp(let alone, let together):
            // In bursts so short that both cores are likely to be free for one of them, also while others use the machine.
            let times = max(1, await timesForOneTurn(alone, turn: measured.turn, most: 1 << 30) / 8)
            return Sampler {
                var samples: [(Double, Double?)] = []
                for _ in 0..<bursts { samples.append((await alone(times), await together(times))) }
                return samples
            }
        case .value(let value):
            return Sampler(isExact: true) { [(value(), nil)] }
        }
    }

    private func timesForOneTurn(_ run: Contender.Timed, turn: Double, most: Int) async -> Int {
        var times = 1
        while times < most {
            var nanoseconds = await run(times)
            // What seems to fill the turn may only have been interrupted. Believed too early, it would be measured cold ever after.
            for _ in 0..<2 where nanoseconds > turn / 2 { nanoseconds = min(nanoseconds, await run(times)) }
            if nanoseconds > turn / 2 { return min(most, max(1, Int(Double(times) * turn / nanoseconds))) }
            times *= 2
        }
        return most
    }
}

/// Collects one contender's rounds.
@MainActor
private struct Sampler {
    /// Whether one round says it all.
    let isExact: Bool
    private let take: @MainActor () async -> [(Double, Double?)]
    private var samples: [Double] = []
    private var samplesTogether: [Double] = []

    init(isExact: Bool = false, _ take: @escaping @MainActor () async -> [(Double, Double?)]) {
        self.isExact = isExact
        self.take = take
    }

    mutating func sample() async {
        for (sample, together) in await take() {
            samples.append(sample)
            if let together { samplesTogether.append(together) }
        }
    }

    /// Of a speed-up, that of the best times and that of the middle ones: a single burst whose one thread was disturbed would flatter it.
    var result: (best: Double, median: Double) {
        guard !samplesTogether.isEmpty else { return (samples.min()!, median(samples)) }
        return (samples.min()! / samplesTogether.min()!, median(samples) / median(samplesTogether))
    }

    private func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
