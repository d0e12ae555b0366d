@testable import Heed

/// A binding of two numbers, and two threads that store them, one step at a time.
///
/// The rules are those of ``BindingState`` and ``EndComparison``. The ends are a model: each reports its changes in the order of its stores,
/// on one thread at a time, and completes a report before the next one.
struct BindingSimulation: Hashable {
    struct Store: Hashable {
        let end: BindingState.Steps
        let value: Int

        static func source(_ value: Int) -> Store { Store(end: .forward, value: value) }
        static func target(_ value: Int) -> Store { Store(end: .backward, value: value) }
    }

    /// The constants of a run.
    struct Setting {
        var comparison = EndComparison<Int, Int>(transform: { $0 }, inverse: { $0 })
        /// The stores that a handler makes when it receives a change.
        var handler: (Store) -> [Store] = { _ in [] }
        /// Whether the handler was registered before the binding.
        var handlerIsFirst = false
        /// The largest value that the target holds.
        var targetLimit = Int.max
        /// Whether the binding belongs to the first thread. What the other thread stores in the source is then noted there, later.
        var isIsolated = false
        /// Whether the binding forgets how it left the ends. The tests then have a fault to find.
        var isForgetful = false
    }

    private enum Frame: Hashable {
        case stores([Store])
        case turn(Store)
        case report(Store, observer: Int)
        case next(BindingState.Steps)
        case note(BindingState.Steps)
        case work
        case readTarget(BindingState.Changes, source: Int)
        case write(BindingState.Changes, source: Int, target: Int)
    }

    /// The order of an end's changes, as in ``DeliveryTurns``.
    private struct Line: Hashable {
        struct Turn: Hashable {
            let change: Store
            let thread: Int
            var isWaiting = false
        }

        var turns: [Turn] = []
        var deliverer: Int?
        var depth = 0

        mutating func begin(on thread: Int) -> Bool {
            guard deliverer == nil || deliverer == thread else { return false }
            deliverer = thread
            depth += 1
            return true
        }

        mutating func end() {
            depth -= 1
            if depth == 0 { deliverer = nil }
        }
    }

    private struct Remembered: Hashable {
        let value: Int
        let targetValue: Int
        let noted: BindingState.Steps
    }

    private(set) var source = 0
    private(set) var target = 0
    /// The last values that the threads' programs stored in each end.
    private(set) var lastStores: [BindingState.Steps: Int] = [:]
    /// Whether the binding has written the source.
    private(set) var hasWrittenSource = false
    private var state = BindingState(canCompare: true)
    private var memory: Remembered?
    private var lines: [BindingState.Steps: Line] = [.forward: Line(), .backward: Line()]
    private var stacks: [[Frame]]
    private var isJobWaiting = false

    init(_ programs: [[Store]]) {
        stacks = programs.map { [.stores($0)] }
    }

    /// Calls a closure with every state in which all is quiet, however the threads take turns.
    static func explore(_ programs: [[Store]], _ setting: Setting, _ check: (BindingSimulation) -> Void) {
        var seen: Set<BindingSimulation> = []
        var open = [BindingSimulation(programs)]
        while let present = open.popLast() {
            var isQuiet = true
            for thread in present.stacks.indices {
                var next = present
                guard next.step(thread, setting) else { continue }
                isQuiet = false
                if seen.insert(next).inserted { open.append(next) }
            }
            if isQuiet { check(present) }
        }
    }

    /// Makes a thread's next step.
    ///
    /// - Returns: Whether it has one.
    private mutating func step(_ thread: Int, _ setting: Setting) -> Bool {
        guard let frame = stacks[thread].popLast() else {
            guard thread == 0, isJobWaiting else { return false }
            isJobWaiting = false
            stacks[thread].append(.note(.forward))
            return true
        }
        switch frame {
        case .stores(let stores):
            guard let first = stores.first else { return true }
            stacks[thread].append(.stores(Array(stores.dropFirst())))
            lastStores[first.end] = first.value
            store(first, thread, setting)
        case .turn(let change):
            takeTurn(change, thread)
        case .report(let change, let observer):
            report(change, observer, thread, setting)
        case .next(let end):
            next(end, thread)
        case .note(let step):
            let isNested = stacks[thread].count { if case .report = $0 { true } else { false } } > 1
            if state.note(step, on: ThreadIdentity(word: UInt(thread + 1)), isNested: isNested) { stacks[thread].append(.work) }
        case .work:
            // Reading the source is a part of this step: nothing depends on the moment between.
            if case .carry(let changes) = state.next() {
                stacks[thread].append(.readTarget(changes, source: source))
            } else if setting.isIsolated {
                state.forgetEchoes()
                memory = nil
            }
        case .readTarget(let changes, let source):
            stacks[thread].append(.write(changes, source: source, target: target))
        case .write(let changes, let source, let target):
            stacks[thread].append(.work)
            write(changes, source, target, thread, setting)
        }
        return true
    }

    private mutating func store(_ store: Store, _ thread: Int, _ setting: Setting) {
        var change = store
        if store.end == .forward {
            source = store.value
        } else {
            target = min(store.value, setting.targetLimit)
            change = .target(target)
        }
        lines[store.end]!.turns.append(Line.Turn(change: change, thread: thread))
        stacks[thread].append(.turn(change))
    }

    private mutating func takeTurn(_ change: Store, _ thread: Int) {
        var line = lines[change.end]!
        let place = line.turns.firstIndex { $0.thread == thread && !$0.isWaiting }!
        if place == 0, line.begin(on: thread) {
            line.turns.removeFirst()
            stacks[thread].append(.next(change.end))
            startReport(change, thread)
        } else {
            line.turns[place].isWaiting = true
            if line.turns[0].isWaiting, line.begin(on: thread) { stacks[thread].append(.next(change.end)) }
        }
        lines[change.end] = line
    }

    private mutating func next(_ end: BindingState.Steps, _ thread: Int) {
        guard let first = lines[end]!.turns.first, first.isWaiting else { return lines[end]!.end() }
        lines[end]!.turns.removeFirst()
        stacks[thread].append(.next(end))
        startReport(first.change, thread)
    }

    /// Begins to report a change, after what this thread is still reporting of that end.
    private mutating func startReport(_ change: Store, _ thread: Int) {
        var earlier: [Frame] = []
        for place in stacks[thread].indices {
            guard case .report(let other, let observer) = stacks[thread][place], other.end == change.end, observer < 2 else { continue }
            earlier.insert(.report(other, observer: observer), at: 0)
            stacks[thread][place] = .report(other, observer: 2)
        }
        stacks[thread].append(.report(change, observer: 0))
        stacks[thread] += earlier
    }

    private mutating func report(_ change: Store, _ observer: Int, _ thread: Int, _ setting: Setting) {
        guard observer < 2 else { return }
        stacks[thread].append(.report(change, observer: observer + 1))
        if setting.handlerIsFirst == (observer == 0) {
            stacks[thread].append(.stores(setting.handler(change)))
        } else if setting.isIsolated, thread != 0 {
            isJobWaiting = true
        } else {
            stacks[thread].append(.note(change.end))
        }
    }

    private mutating func write(_ changes: BindingState.Changes, _ source: Int, _ target: Int, _ thread: Int, _ setting: Setting) {
        var memory = memory.map {
            Memory(value: $0.value, targetValue: $0.targetValue, converted: nil, convertedBack: nil, noted: $0.noted)
        }
        if setting.isForgetful { memory = nil }
        let write = setting.comparison.write(after: changes, source, target, &memory)
        self.memory = memory.map { Remembered(value: $0.value, targetValue: $0.targetValue, noted: $0.noted) }
        switch write {
        case .nothing: break
        case .source(let value):
            hasWrittenSource = true
            state.willWrite(echo: .forward, isIgnored: false)
            store(.source(value), thread, setting)
        case .target(let value):
            state.willWrite(echo: .backward, isIgnored: false)
            store(.target(value), thread, setting)
        }
    }

    private typealias Memory = EndComparison<Int, Int>.Memory
}
