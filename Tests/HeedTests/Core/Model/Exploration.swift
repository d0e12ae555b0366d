/// An exploration of everything that can happen in a scenario: every order in which the threads' steps can follow one another.
struct Exploration {
    /// The number of distinct situations.
    private(set) var stateCount = 0
    /// The number of final ones among them.
    private(set) var endCount = 0
    /// The violation found, and the steps that lead to it. The search stops there.
    private(set) var violation: (what: String, schedule: [String])?

    private struct Branch {
        let model: RegistryModel
        var next = 0
    }

    init(_ scenario: Scenario) {
        let start = RegistryModel(scenario)
        var seen: Set<RegistryModel> = [start]
        var path = [Branch(model: start)]
        while let branch = path.last {
            guard let worker = branch.model.workers.indices.dropFirst(branch.next).first(where: branch.model.canStep) else {
                if branch.next == 0 {
                    endCount += 1
                    do throws(ModelViolation) { try Self.checkEnd(branch.model) } catch { fail(error, path) }
                    if violation != nil { break }
                }
                path.removeLast()
                continue
            }
            path[path.count - 1].next = worker + 1
            var model = branch.model
            do throws(ModelViolation) { try model.step(worker, scenario) } catch { fail(error, path) }
            if violation != nil { break }
            if seen.insert(model).inserted { path.append(Branch(model: model)) }
        }
        stateCount = seen.count
    }

    private static func checkEnd(_ model: RegistryModel) throws(ModelViolation) {
        guard model.workers.allSatisfy(\.frames.isEmpty) else { throw ModelViolation(what: "all threads wait") }
        try model.checkEnd()
    }

    private mutating func fail(_ error: ModelViolation, _ path: [Branch]) {
        let schedule = path.filter { $0.next > 0 }.map { branch in
            let worker = branch.next - 1
            return "thread \(worker): \(branch.model.workers[worker].frames.last.map { "\($0.step) \($0.a) \($0.b)" } ?? "")"
        }
        violation = (error.what, schedule)
    }
}
