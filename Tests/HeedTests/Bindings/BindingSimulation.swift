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

    /// What doesn't change.
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
        case report(Store, observer: Int, isOutermost: Bool)
        case note(BindingState.Steps)
        case work
        case readTarget(BindingState.Changes, source: Int)
        case write(BindingState.Changes, source: Int, target: Int)
    }

    private struct Line: Hashable {
        var thread: Int?
        var waiting: [Store] = []
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
        case .report(let change, let observer, let isOutermost):
            report(change, observer, isOutermost, thread, setting)
        case .note(let step):
            if state.note(step, on: ThreadIdentity(word: UInt(thread + 1))) { stacks[thread].append(.work) }
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
        switch lines[store.end]!.thread {
        case nil:
            lines[store.end]!.thread = thread
            stacks[thread].append(.report(change, observer: 0, isOutermost: true))
        case thread:
            // What this thread is reporting comes first.
            var earlier: [Frame] = []
            for place in stacks[thread].indices {
                guard case .report(let other, let observer, let isOutermost) = stacks[thread][place], other.end == store.end else {
                    continue
                }
                earlier.insert(.report(other, observer: observer, isOutermost: false), at: 0)
                stacks[thread][place] = .report(other, observer: 2, isOutermost: isOutermost)
            }
            stacks[thread].append(.report(change, observer: 0, isOutermost: false))
            stacks[thread] += earlier
        default:
            lines[store.end]!.waiting.append(change)
        }
    }

    private mutating func report(_ change: Store, _ observer: Int, _ isOutermost: Bool, _ thread: Int, _ setting: Setting) {
        guard observer < 2 else {
            guard isOutermost else { return }
            guard lines[change.end]!.waiting.isEmpty else {
                let next = lines[change.end]!.waiting.removeFirst()
                return stacks[thread].append(.report(next, observer: 0, isOutermost: true))
            }
            return lines[change.end]!.thread = nil
        }
        stacks[thread].append(.report(change, observer: observer + 1, isOutermost: isOutermost))
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
