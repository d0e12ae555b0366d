import Heed

extension Probe {
    static let properties = [
        Probe(name: "property-get") {
            let model = Model()
            return { times in
                for _ in 0..<times { use(model.number) }
            }
        },
        setting(0), setting(1), setting(10),
        sharedGetting,
        sharedSetting(0), sharedSetting(1),
        observing("path-nested", \.child.number) { model, number in model.child.number = number },
        observing("path-computed", \.total) { model, number in model.number = number },
    ]

    private static func setting(_ count: Int) -> Probe {
        Probe(name: "property-set-\(count)") {
            let (model, sum) = (Model(), Sum())
            let observations = (0..<count).map { _ in
                model.observe(\.number, options: [.old, .new]) { _, change in sum.value &+= change.newValue! &- change.oldValue! }
            }
            return { times in
                for number in 0..<times {
                    model.number = number
                    use(number)
                }
                withExtendedLifetime(observations) {}
            }
        }
    }

    private static let sharedGetting = Probe(name: "shared-get") {
        let model = SharedModel()
        return { times in
            for _ in 0..<times { use(model.number) }
        }
    }

    private static func sharedSetting(_ count: Int) -> Probe {
        Probe(name: "shared-set-\(count)") {
            let (model, sum) = (SharedModel(), Sum())
            let observations = (0..<count).map { _ in
                model.observe(\.number, options: [.old, .new]) { _, change in sum.value &+= change.newValue! &- change.oldValue! }
            }
            return { times in
                for number in 0..<times {
                    model.number = number
                    use(number)
                }
                withExtendedLifetime(observations) {}
            }
        }
    }

    private static func observing(
        _ name: String,
        _ path: sending KeyPath<Model, Int>,
        _ change: @escaping @Sendable (Model, Int) -> Void
    ) -> Probe {
        // SAFETY: a probe has one thread, and key paths do not change.
        nonisolated(unsafe) let path = path
        return Probe(name: name) {
            let (model, sum) = (Model(), Sum())
            let observation = model.observe(path, options: [.old, .new]) { _, change in
                sum.value &+= change.newValue! &- change.oldValue!
            }
            return { times in
                for number in 0..<times { change(model, number) }
                withExtendedLifetime(observation) {}
            }
        }
    }

    /// Keeps the optimiser from reading or writing only once.
    @inline(never)
    @_optimize(none)
    private static func use(_ number: Int) {}
}

@KeyValueObservable
final class Model {
    var number = 0
    var child = Child()
    var total: Int { number + child.number }
}

@KeyValueObservable
final class Child {
    var number = 0
}

@KeyValueObservable
final class SharedModel: Sendable {
    var number: Int = 0
}
