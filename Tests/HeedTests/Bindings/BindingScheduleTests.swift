import Testing

@testable import Heed

/// Every schedule of two threads that store the ends of a two-way binding.
@Suite("A binding in both directions, however two threads take turns")
struct BindingScheduleTests {
    private typealias Simulation = BindingSimulation
    private typealias Setting = BindingSimulation.Setting

    /// Returns the final states that don't satisfy a condition, and expects that there are final states.
    private func failures(
        _ programs: [[Simulation.Store]], _ setting: Setting = Setting(), _ isRight: (Simulation) -> Bool
    ) -> [String] {
        var count = 0
        var failures: [String] = []
        Simulation.explore(programs, setting) { end in
            count += 1
            if !isRight(end) { failures.append("\(end.source) \(end.target)") }
        }
        #expect(count > 0)
        return failures
    }

    /// Whether the ends agree on the last value of the source, and the binding has never written it.
    private func keepsSource(_ end: Simulation) -> Bool {
        !end.hasWrittenSource && end.source == end.lastStores[.forward] && end.target == end.source
    }

    @Test("Without its memory, a binding takes back stores of the source", arguments: [false, true])
    func knownFault(isIsolated: Bool) {
        let setting = Setting(isIsolated: isIsolated, isForgetful: true)
        #expect(!failures([isIsolated ? [] : [.source(1)], [.source(2), .source(3)]], setting, keepsSource).isEmpty)
    }

    @Test("If only the source is stored, the binding never writes it, and the target gets its last value")
    func onlySource() {
        #expect(failures([[.source(1), .source(2)], [.source(3), .source(4)]], Setting(), keepsSource).isEmpty)
        #expect(failures([[.source(1)], [.source(2), .source(3), .source(4)]], Setting(), keepsSource).isEmpty)
    }

    @Test("If only the source is stored, elsewhere, the same holds on the actor of the binding")
    func onlySourceElsewhere() {
        #expect(failures([[], (1...5).map { .source($0) }], Setting(isIsolated: true), keepsSource).isEmpty)
        #expect(failures([[.source(9)], [.source(1), .source(2)]], Setting(isIsolated: true), keepsSource).isEmpty)
    }

    @Test("If only the target is stored, the target keeps its last value, and the source gets it")
    func onlyTarget() {
        let failures = failures([[.target(1), .target(2)], [.target(3), .target(4)]]) { end in
            end.target == end.lastStores[.backward] && end.source == end.target
        }
        #expect(failures.isEmpty)
    }

    @Test("If one thread stores the source and the other the target, one of the last values wins", arguments: [false, true])
    func bothEnds(isIsolated: Bool) {
        let programs: [[Simulation.Store]] = [[.target(11), .target(12)], [.source(1), .source(2)]]
        let failures = failures(programs, Setting(isIsolated: isIsolated)) { end in
            end.source == end.target && end.lastStores.values.contains(end.source)
        }
        #expect(failures.isEmpty)
    }

    @Test("A handler's stores of one end, amid another thread's of it, don't cost a value of the other end")
    func handlerAmidStores() {
        var setting = Setting()
        setting.handler = { $0 == .target(1) ? [.source(7)] : [] }
        let failures = failures([[.target(1)], [.target(5), .target(6), .source(9)]], setting) { end in
            end.source == end.target && end.lastStores.values.contains(end.source)
        }
        #expect(failures.isEmpty)
    }

    @Test("If each thread stores both ends, they are equal in the end")
    func crossing() {
        let programs: [[Simulation.Store]] = [[.source(1), .target(2)], [.target(11), .source(12)]]
        #expect(failures(programs) { $0.source == $0.target }.isEmpty)
    }

    @Test("A lossy conversion never writes the source")
    func lossy() {
        var setting = Setting()
        setting.comparison = EndComparison(transform: { $0 / 2 }, inverse: { $0 * 2 })
        let failures = failures([[.source(3), .source(5)], [.source(7)]], setting) { end in
            !end.hasWrittenSource && end.source == end.lastStores[.forward] && end.target == end.source / 2
        }
        #expect(failures.isEmpty)
    }

    @Test("A correction by the target is carried back, and a newer value of the source isn't overwritten by an older one")
    func correction() {
        #expect(failures([[.source(30)], []], Setting(targetLimit: 10)) { [$0.source, $0.target] == [10, 10] }.isEmpty)
        let failures = failures([[.source(30)], [.source(5)]], Setting(targetLimit: 10)) { end in
            end.source == end.target && [5, 10].contains(end.source)
        }
        #expect(failures.isEmpty)
    }

    @Test("What a handler stores in the other end counts, whether it is registered first or last", arguments: [false, true])
    func handler(isFirst: Bool) {
        for end in [BindingState.Steps.forward, .backward] {
            let other: BindingState.Steps = end == .forward ? .backward : .forward
            func store(_ value: Int) -> Simulation.Store { Simulation.Store(end: end, value: value) }
            var setting = Setting(handlerIsFirst: isFirst)
            setting.handler = { change in
                change.end == other && change.value % 10 != 0 ? [store(change.value / 10 * 10)] : []
            }
            #expect(failures([[store(17)], []], setting) { [$0.source, $0.target] == [10, 10] }.isEmpty)
            #expect(failures([[store(17)], [store(25)]], setting) { $0.source == $0.target && $0.source % 10 == 0 }.isEmpty)
        }
    }

    @Test("Of a handler's stores in both ends, the last one wins", arguments: [false, true])
    func handlerOfBothEnds(isFirst: Bool) {
        for stores in [[Simulation.Store.source(10), .target(20)], [.target(20), .source(10)]] {
            var setting = Setting(handlerIsFirst: isFirst)
            setting.handler = { $0 == .target(17) ? stores : [] }
            let last = stores[1].value
            #expect(failures([[.source(17)], []], setting) { [$0.source, $0.target] == [last, last] }.isEmpty)
        }
    }
}
