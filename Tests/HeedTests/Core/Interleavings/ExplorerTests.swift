import Interleavings
import Testing

@Suite("The exploration of all orders of a few threads' accesses", .disabled(if: isSanitized))
struct ExplorerTests {
    /// A thread's work with one of a few words.
    private enum Step {
        case read(Int), write(Int, Int), locked(Int, Int)
    }

    private final class Words: @unchecked Sendable {
        // SAFETY: one thread runs at a time.
        var values = [0, 0]
        var seen: [[Int]]

        init(_ count: Int) {
            seen = Array(repeating: [], count: count)
        }
    }

    /// Returns what threads can see, and how many runs that took.
    private func results(of programs: [[Step]], _ strategy: Explorer.Strategy) -> (seen: Set<[[Int]]>, outcome: Explorer.Outcome) {
        let explorer = Explorer(threads: programs.count)
        defer { explorer.stop() }
        var results: Set<[[Int]]> = []
        let outcome = explorer.explore(strategy) {
            let words = Words(programs.count)
            func work(_ thread: Int) {
                for step in programs[thread] {
                    switch step {
                    case .read(let word):
                        explorer.willMake(Access(.read, at: UInt(word)), thread)
                        words.seen[thread].append(words.values[word])
                    case .write(let word, let value):
                        explorer.willMake(Access(.write, at: UInt(word)), thread)
                        words.values[word] = value
                    case .locked(let word, let sum):
                        explorer.willMake(Access(.lock, at: 9), thread)
                        explorer.willMake(Access(.read, at: UInt(word)), thread)
                        let value = words.values[word]
                        explorer.willMake(Access(.write, at: UInt(word)), thread)
                        words.values[word] = value * 10 + sum
                        explorer.willMake(Access(.unlock, at: 9), thread)
                    }
                }
            }
            return (work, { results.insert(words.seen + [words.values]) })
        }
        return (results, outcome)
    }

    @Test("Writes of one word are tried in every order, once", arguments: zip(1...4, [2, 6, 20, 70]))
    func writes(count: Int, runs: Int) {
        let programs = (0..<2).map { thread in (0..<count).map { Step.write(0, thread * 10 + $0) } }
        let (_, outcome) = results(of: programs, .all)
        #expect(outcome.runCount == runs)
        #expect(outcome.isComplete)
    }

    @Test("Orders that make no difference are tried once")
    func independent() {
        let programs: [[Step]] = [[.read(0), .write(1, 1), .read(0)], [.read(0), .read(0)]]
        #expect(results(of: programs, .all).outcome.runCount == 1)
    }

    @Test("Random programs see all that they see without the reduction", arguments: 0..<24)
    func complete(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = seed % 2 == 0 ? 2 : 3
        let programs = (0..<count).map { _ in
            (0..<(count == 2 ? 3 : 2)).map { _ -> Step in
                let word = Int.random(in: 0...1, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1: return .read(word)
                case 2, 3: return .write(word, Int.random(in: 1...9, using: &random))
                default: return count == 2 ? .locked(word, Int.random(in: 1...9, using: &random)) : .read(word)
                }
            }
        }
        let (reduced, all) = (results(of: programs, .all), results(of: programs, .unreduced))
        #expect(reduced.seen == all.seen)
        #expect(reduced.outcome.isComplete && all.outcome.isComplete)
        #expect(reduced.outcome.runCount <= all.outcome.runCount)
    }

    @Test("Threads that wait for each other are found")
    func deadlock() {
        let explorer = Explorer(threads: 2)
        let outcome = explorer.explore(.all) {
            func work(_ thread: Int) {
                explorer.willMake(Access(.lock, at: UInt(thread)), thread)
                explorer.willMake(Access(.lock, at: UInt(1 - thread)), thread)
                explorer.willMake(Access(.unlock, at: UInt(1 - thread)), thread)
                explorer.willMake(Access(.unlock, at: UInt(thread)), thread)
            }
            return (work, {})
        }
        #expect(outcome.violation?.what == "all threads wait")
        explorer.stop()
    }

    @Test("A lost update is found, with the accesses that lead to it; random orders find it, too", arguments: [true, false])
    func lostUpdate(isRandom: Bool) {
        let explorer = Explorer(threads: 2)
        defer { explorer.stop() }
        let outcome = explorer.explore(isRandom ? .random(runs: 1_000, seed: 1) : .all) {
            let words = Words(2)
            func work(_ thread: Int) {
                explorer.willMake(Access(.read, at: 0), thread)
                let value = words.values[0]
                explorer.willMake(Access(.write, at: 0), thread)
                words.values[0] = value + 1
            }
            return (work, { if words.values[0] != 2 { explorer.report("an update is lost") } })
        }
        #expect(outcome.violation?.what == "an update is lost")
        #expect(outcome.violation?.schedule.filter { $0.access.kind != .nothing }.count == 4)
    }
}
