import Testing

@testable import Heed

@Suite("The pending changes of a path")
struct PendingPathChangesTests {
    /// Threads that change the sources of one path, each step of theirs under the observation's lock, as a ``KeyPathObservation`` takes them.
    private struct Run {
        private enum Step {
            case begin, store, tell
            case endTelling(calls: Int)
        }

        private var changes = PendingPathChanges()
        private var steps: [[(step: Step, number: UInt64)]]
        /// Each value is the number of reads until then.
        private var values: [UInt64: Int] = [:]
        private var readCount = 0
        /// The calls of the handler that haven't ended.
        private var calls = 0
        private(set) var told: [UInt64] = []
        private(set) var broken: String?

        /// - Parameter threads: Each thread's steps, such as `b1 s1 t1`: it begins change 1, stores it, and tells the handler.
        init(_ threads: [String]) {
            steps = threads.map { thread in
                thread.split(separator: " ").map { word in
                    (word.first == "b" ? .begin : word.first == "s" ? .store : .tell, UInt64(word.dropFirst()) ?? 0)
                }
            }
        }

        /// The threads that have something left to do.
        var threads: [Int] { steps.indices.filter { !steps[$0].isEmpty } }

        /// Whether nothing is left behind: no change, and no thread that has the observation.
        mutating func isAtRest() -> Bool {
            changes.isEmpty && !changes.hasUnstored && !changes.hasWaiting && changes.claim(on: ThreadIdentity(word: 99))
        }

        mutating func step(_ place: Int) {
            let thread = ThreadIdentity(word: UInt(place) + 1)
            let (step, number) = steps[place].removeFirst()
            switch step {
            case .begin: changes.begin(PathChange(), number, on: thread)
            case .store:
                guard let change = changes[number] else { return }
                guard changes.claim(on: thread) else { return changes.wait(change) }
                changes.read(change, on: thread)
                read(number)
                changes.store(change)
            case .tell:
                var count = 0
                while let (change, isLast) = changes.takeFirst(upTo: number, isShared: true, on: thread) {
                    tell(change.number)
                    count += 1
                    if isLast { break }
                }
                end(count, on: place)
            case .endTelling(let ended):
                calls -= ended
                guard let change = changes.takeWaiting(after: ended, isShared: true, isReadable: true, on: thread) else { return }
                if calls > 0 { broken = "change \(change.number) of another thread is reported within a call of the handler" }
                read(change.number)
                changes.remove(change)
                tell(change.number)
                end(1, on: place)
            }
        }

        /// Ends calls of the handler, which changes a source itself in the call for change 1.
        private mutating func end(_ calls: Int, on place: Int) {
            steps[place].insert((.endTelling(calls: calls), 0), at: 0)
            guard calls > 0, told.suffix(calls).contains(1) else { return }
            steps[place].insert(contentsOf: [(.begin, 9), (.store, 9), (.tell, 9)], at: 0)
        }

        private mutating func read(_ number: UInt64) {
            readCount += 1
            values[number] = readCount
        }

        private mutating func tell(_ number: UInt64) {
            calls += 1
            if let last = told.last, values[last, default: 0] > values[number, default: 0] {
                broken = "change \(number), which was read earlier, follows \(last)"
            }
            told.append(number)
        }
    }

    @Test(
        "are reported once each, and never a value that was read earlier after one that was read later, in every order of two threads",
        arguments: [
            ["b1 s1 t1 b2 s2 t2", "b3 s3 t3"],
            // One change within another, whose report comes at once, later, or after that of the outer one.
            ["b1 b2 s2 t2 s1 t1", "b3 s3 t3"],
            ["b1 b2 s2 s1 t2 t1", "b3 s3 t3"],
            ["b1 b2 s2 s1 t1 t2", "b3 s3 t3"],
            ["b1 s1 b2 s2 t2 t1", "b3 s3 t3"],
        ])
    func everyOrder(threads: [String]) {
        var orders = 0
        // A change is an object, so each order begins anew.
        func explore(_ path: [Int]) {
            var run = Run(threads)
            for place in path { run.step(place) }
            guard run.broken == nil, !run.threads.isEmpty else {
                orders += 1
                return Self.check(run, after: path)
            }
            for place in run.threads { explore(path + [place]) }
        }
        explore([])
        #expect(orders > 100)
    }

    @Test("are so in random orders of three threads")
    func randomOrders() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<5_000 {
            var (run, path) = (Run(["b1 s1 t1", "b2 b4 s4 t4 s2 t2", "b3 s3 t3"]), [Int]())
            while run.broken == nil, let place = run.threads.randomElement(using: &generator) {
                run.step(place)
                path.append(place)
            }
            Self.check(run, after: path, count: 4)
        }
    }

    private static func check(_ run: Run, after path: [Int], count: UInt64 = 3) {
        var run = run
        let isWhole = run.told.sorted() == Array(1...count) + [9] && run.isAtRest()
        if run.broken != nil || !isWhole { Issue.record("\(run.told) after \(path): \(run.broken ?? "not each once, or not at rest")") }
    }
}
