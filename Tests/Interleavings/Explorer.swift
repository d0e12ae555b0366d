import Dispatch
import Foundation

/// Runs a few threads in every order of their accesses to shared state that can make a difference.
///
/// The threads are real, but only one runs at a time. Before each access, it calls ``willMake(_:_:)``, which decides who goes on. A run is
/// repeated with other decisions until all have been tried. Two accesses that don't depend on each other are not tried in both orders: this
/// is *dynamic partial-order reduction* (Cormac Flanagan and Patrice Godefroid, 2005) with sleep sets. It is complete for threads that
/// do the same whenever they read the same. Memory is sequentially consistent.
///
/// State and its protection: all of it belongs to the thread that runs; the semaphores pass it on.
package final class Explorer: @unchecked Sendable {
    // SAFETY: see above.

    /// The largest number of threads.
    package static let threadLimit = 4
    private static let depthLimit = 20_000

    /// The decisions to try.
    package enum Strategy: Sendable {
        /// All that make a difference.
        case all
        /// All, even if they make none.
        case unreduced
        /// As many random ones as given, beginning with a seed.
        case random(runs: Int, seed: UInt64)
    }

    /// The result of an exploration.
    package struct Outcome: Sendable {
        /// The number of runs that differ.
        package var runCount = 0
        /// The number of runs that were found to repeat others.
        package var repeatCount = 0
        /// The longest run, in accesses.
        package var longest = 0
        /// Whether everything was tried.
        package var isComplete = false
        package var violation: Violation?
    }

    /// A violation of what is promised, and the accesses that lead to it, with their threads.
    package struct Violation: Sendable {
        package let what: String
        package let schedule: [(thread: Int, access: Access)]
    }

    /// A decision: the state before it, and the access that it chose.
    private struct Node {
        var enabled: UInt8 = 0
        /// The threads to try here.
        var due: UInt8 = 0
        var done: UInt8 = 0
        /// The threads whose next access has been tried already, in this or an equivalent state.
        var asleep: UInt8 = 0
        var chosen = 0
        var access = Access.nothing
        /// The number of the access among those of its thread, from one.
        var number: Int32 = 0
        /// For each thread, how many of its accesses come before this one in any equivalent run.
        var clock = SIMD4<Int32>()
    }

    private let count: Int
    private let turns: [DispatchSemaphore]
    private let ended = DispatchSemaphore(value: 0)
    private var body: (Int) -> Void = { _ in }
    private var isOver = false

    // The present run.
    private var alive: UInt8 = 0
    private let pending: UnsafeMutablePointer<Access>
    private let clocks: UnsafeMutablePointer<SIMD4<Int32>>
    private var held: [UInt] = []
    private var current = 0
    private var depth = 0
    private var isRepeated = false
    private var isStuck = false
    private var violation: Violation?

    // All runs.
    private let nodes: UnsafeMutablePointer<Node>
    /// The next accesses of all threads at each node.
    private let nextAccesses: UnsafeMutablePointer<Access>
    /// The number of decisions to repeat.
    private var prefix = 0
    private var random: UInt64?
    private var isReduced = true
    /// The places of accesses that the present one could have come before.
    private var races: [Int] = []

    package init(threads count: Int) {
        precondition(count <= Self.threadLimit)
        self.count = count
        turns = (0..<count).map { _ in DispatchSemaphore(value: 0) }
        pending = .allocate(capacity: count)
        pending.initialize(repeating: .nothing, count: count)
        clocks = .allocate(capacity: count)
        clocks.initialize(repeating: SIMD4(), count: count)
        nodes = .allocate(capacity: Self.depthLimit)
        nodes.initialize(repeating: Node(), count: Self.depthLimit)
        nextAccesses = .allocate(capacity: Self.depthLimit * count)
        nextAccesses.initialize(repeating: .nothing, count: Self.depthLimit * count)
        for number in 0..<count {
            let thread = Thread { [self] in
                while true {
                    turns[number].wait()
                    if isOver { break }
                    body(number)
                    end(number)
                }
                ended.signal()
            }
            thread.start()
        }
    }

    /// Ends the threads. Call this last.
    package func stop() {
        guard !isStuck else { return }
        isOver = true
        for turn in turns { turn.signal() }
        for _ in turns { ended.wait() }
        pending.deallocate()
        clocks.deallocate()
        nodes.deallocate()
        nextAccesses.deallocate()
    }

    /// Runs the threads again and again, until everything was tried or something is wrong.
    ///
    /// - Parameters:
    ///   - limit: The largest number of runs.
    ///   - prepare: Makes the state of a run, and returns the work of each thread and what checks the end, where no thread runs.
    package func explore(
        _ strategy: Strategy, limit: Int = .max, prepare: () -> (work: (Int) -> Void, check: () -> Void)
    ) -> Outcome {
        var outcome = Outcome()
        prefix = 0
        violation = nil
        isReduced = true
        if case .unreduced = strategy { isReduced = false }
        while true {
            depth = 0
            random = nil
            if case .random(_, let seed) = strategy { random = seed &+ UInt64(outcome.runCount) &* 0x9E37_79B9_7F4A_7C15 }
            let (work, check) = prepare()
            run(work)
            outcome.longest = max(outcome.longest, depth)
            if violation == nil, !isStuck, !isRepeated { check() }
            if isRepeated { outcome.repeatCount += 1 } else { outcome.runCount += 1 }
            if violation != nil { break }
            if case .random(let runs, _) = strategy {
                if outcome.runCount == runs { break }
            } else if !goBack() {
                outcome.isComplete = true
                break
            }
            if outcome.runCount + outcome.repeatCount >= limit { break }
        }
        body = { _ in }
        outcome.violation = violation
        return outcome
    }

    /// Records that something is wrong. The first violation counts.
    package func report(_ what: String) {
        guard violation == nil, !isRepeated else { return }
        violation = Violation(what: what, schedule: (0..<depth).map { (nodes[$0].chosen, nodes[$0].access) })
    }

    /// The number of accesses so far in this run.
    package var time: Int { depth }

    /// Returns when a thread read an address, first or last after some time.
    package func timeOfReading(_ address: UInt, by thread: Int, after start: Int = 0, isLast: Bool = false) -> Int? {
        func isMeant(_ place: Int) -> Bool {
            let node = nodes + place
            return node.pointee.chosen == thread && node.pointee.access.kind == .read && node.pointee.access.low == address
        }
        let places = start..<max(depth, start)
        return isLast ? places.last(where: isMeant) : places.first(where: isMeant)
    }

    /// Waits until a thread may make its next access.
    package func willMake(_ access: Access, _ thread: Int) {
        pending[thread] = access
        let next = choose()
        guard next != thread else { return }
        if next >= 0 { turns[next].signal() }
        turns[thread].wait()
    }

    // MARK: A run

    private func run(_ work: @escaping (Int) -> Void) {
        body = work
        alive = (1 << UInt8(count)) - 1
        for thread in 0..<count {
            pending[thread] = .nothing
            clocks[thread] = SIMD4()
        }
        held = []
        current = 0
        depth = 0
        isRepeated = false
        turns[choose()].signal()
        ended.wait()
    }

    private func end(_ thread: Int) {
        alive &= ~(1 << UInt8(thread))
        guard alive != 0 else {
            ended.signal()
            return
        }
        let next = choose()
        if next >= 0 { turns[next].signal() }
    }

    /// Chooses the thread that makes its next access.
    ///
    /// - Returns: -1 if all threads wait for each other.
    private func choose() -> Int {
        var enabled: UInt8 = 0
        for thread in 0..<count where alive & 1 << UInt8(thread) != 0 {
            if pending[thread].kind != .lock || !held.contains(pending[thread].low) { enabled |= 1 << UInt8(thread) }
        }
        guard enabled != 0, depth < Self.depthLimit - 1 else {
            report(enabled == 0 ? "all threads wait" : "a run doesn't end")
            isStuck = true
            ended.signal()
            return -1
        }
        let thread: Int
        if isRepeated || violation != nil {
            // Only the end matters.
            thread = preferred(enabled)
        } else if random != nil {
            thread = randomThread(enabled)
            nodes[depth] = Node()
            note(thread)
        } else {
            if depth < prefix {
                guard nodes[depth].enabled == enabled else {
                    report("the threads don't do the same again")
                    return preferred(enabled)
                }
            } else {
                let asleep = sleepers()
                let awake = enabled & ~asleep
                guard awake != 0 else {
                    isRepeated = true
                    return take(preferred(enabled))
                }
                nodes[depth] = Node(enabled: enabled, asleep: asleep, chosen: preferred(awake))
                nodes[depth].due = isReduced ? 1 << UInt8(nodes[depth].chosen) : enabled
            }
            for thread in 0..<count { nextAccesses[depth * count + thread] = pending[thread] }
            thread = nodes[depth].chosen
            note(thread)
        }
        return take(thread)
    }

    private func take(_ thread: Int) -> Int {
        let access = pending[thread]
        if access.kind == .lock { held.append(access.low) }
        if access.kind == .unlock { held.removeAll { $0 == access.low } }
        current = thread
        return thread
    }

    /// The thread that goes on with the fewest changes of threads.
    private func preferred(_ threads: UInt8) -> Int {
        threads & 1 << UInt8(current) != 0 ? current : threads.trailingZeroBitCount
    }

    private func randomThread(_ enabled: UInt8) -> Int {
        func draw() -> UInt64 {  // SplitMix64
            random! &+= 0x9E37_79B9_7F4A_7C15
            var mixed = random!
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
        if enabled & 1 << UInt8(current) != 0, draw() % 4 != 0 { return current }
        let threads = (0..<count).filter { enabled & 1 << UInt8($0) != 0 }
        return threads[Int(draw() % UInt64(threads.count))]
    }

    // MARK: Reduction

    /// The threads whose next access has been tried before, in a state that differs only by accesses that don't matter to it.
    private func sleepers() -> UInt8 {
        guard depth > 0, isReduced else { return 0 }
        let last = nodes + (depth - 1)
        var asleep: UInt8 = 0
        for thread in 0..<count where last.pointee.asleep & 1 << UInt8(thread) != 0 {
            let next = nextAccesses[(depth - 1) * count + thread]
            if !next.depends(on: last.pointee.access) { asleep |= 1 << UInt8(thread) }
        }
        return asleep
    }

    /// Records a thread's next access, and marks the nodes where another decision would have changed the order of two accesses.
    private func note(_ thread: Int) {
        let access = pending[thread]
        guard random == nil else {
            nodes[depth].chosen = thread
            nodes[depth].access = access
            depth += 1
            return
        }
        let before = clocks[thread]
        var clock = before
        races.removeAll(keepingCapacity: true)
        for place in stride(from: depth - 1, through: 0, by: -1) {
            let node = nodes + place
            let other = node.pointee.chosen
            guard other != thread, node.pointee.number > before[other] else { continue }
            guard node.pointee.access.depends(on: access) else { continue }
            if access.kind == .lock {
                // The release of the lock comes in between, but this thread could have had it first.
                if races.isEmpty, node.pointee.access.kind == .lock { races.append(place) }
            } else if node.pointee.number > clock[other], node.pointee.access.kind != .unlock {
                races.append(place)
            }
            clock = pointwiseMax(clock, node.pointee.clock)
        }
        clock[thread] += 1
        clocks[thread] = clock
        nodes[depth].chosen = thread
        nodes[depth].access = access
        nodes[depth].number = clock[thread]
        nodes[depth].clock = clock
        depth += 1
        guard isReduced else { return }
        for place in races { reverse(place) }
    }

    /// Makes sure that the last access is also tried before the one at a place.
    private func reverse(_ place: Int) {
        let node = nodes + place
        // The threads that can begin what came since and doesn't depend on that access.
        var first = SIMD4<Int32>(repeating: .max)
        var beginners: UInt8 = 0
        var beginner: UInt8 = 0
        for next in place + 1..<depth {
            let later = nodes + next
            if next < depth - 1, later.pointee.clock[node.pointee.chosen] >= node.pointee.number { continue }
            let thread = later.pointee.chosen
            guard first[thread] == .max else { continue }
            if !any(later.pointee.clock .>= first) {
                beginners |= 1 << UInt8(thread)
                if beginner == 0 { beginner = beginners }
            }
            first[thread] = later.pointee.number
        }
        if node.pointee.due & beginners == 0 { node.pointee.due |= beginner }
    }

    /// Finds the last decision with something left to try.
    private func goBack() -> Bool {
        while depth > 0 {
            depth -= 1
            let tried: UInt8 = 1 << UInt8(nodes[depth].chosen)
            nodes[depth].done |= tried
            nodes[depth].asleep |= tried
            let rest = nodes[depth].due & ~nodes[depth].done & ~nodes[depth].asleep
            guard rest != 0 else { continue }
            nodes[depth].chosen = rest.trailingZeroBitCount
            prefix = depth + 1
            return true
        }
        return false
    }
}
