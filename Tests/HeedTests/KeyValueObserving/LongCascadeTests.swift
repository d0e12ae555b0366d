import Testing

@testable import Heed

extension DiagnosticsSuite {
    @Suite("Chains that end by themselves complete, however long they are")
    struct LongCascadeTests {
        /// Half a megabyte: the stack size of secondary threads on some systems.
        private static let stackSizes = [512 * 1024, 8 * 1024 * 1024]
        private static let length = 10_000

        /// Runs a closure on a thread with a stack of a given size, and expects that it ends without a report.
        private func run(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
            let reports = Recorder<String>()
            Diagnostics.setHandler { reports.record($0.description) }
            defer { Diagnostics.setHandler(nil) }
            #expect(OtherThread(stackSize: stackSize, body).join())
            #expect(reports.elements == [])
        }

        @Test("A handler that counts is called for each number, in order", arguments: stackSizes, Pattern.tellingEveryChange)
        func counting(stackSize: Int, pattern: Pattern) {
            let heard = Recorder<Int>()
            let source = pattern.makeSource()
            let length = Self.length / 4
            run(stackSize: stackSize) {
                let tokens = [
                    source.observe { [unowned source] value in if value < length { source.change(to: value + 1) } },
                    source.observe { heard.record($0) },
                ]
                source.change(to: 1)
                withExtendedLifetime(tokens) {}
            }
            #expect(heard.elements == Array(1...length))
        }

        @Test("A handler counts to 10,000", arguments: stackSizes)
        func countingFar(stackSize: Int) {
            run(stackSize: stackSize) {
                let sums = Sums()
                var links: [[Int]] = []
                let tokens = [
                    sums.observe(\.a, options: []) { sums, _ in if sums.a < Self.length { sums.a += 1 } },
                    sums.observe(\.a) { links.append([$0, $1]) },
                ]
                sums.a = 1
                #expect(links == (0..<Self.length).map { [$0, $0 + 1] })
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("A value reaches the end of a chain of 10,000 observed objects", arguments: stackSizes)
        func chainOfObservers(stackSize: Int) {
            run(stackSize: stackSize) {
                let nodes = (0..<Self.length).map { Node($0) }
                let tokens = zip(nodes, nodes.dropFirst()).map { node, next in
                    node.observe(\.value) { next.value = $0 }
                }
                nodes[0].value = -1
                #expect(nodes.allSatisfy { $0.value == -1 })
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("A value reaches the end of a chain of 10,000 bound objects", arguments: stackSizes)
        func chainOfBindings(stackSize: Int) {
            run(stackSize: stackSize) {
                let nodes = (0..<Self.length).map { Node($0) }
                let tokens = zip(nodes, nodes.dropFirst()).map { node, next in node.bind(\.value, to: next, \.value) }
                nodes[0].value = -1
                #expect(nodes.allSatisfy { $0.value == -1 })
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("A value reaches the end of a chain of 2,000 objects that are changed in groups", arguments: stackSizes)
        func chainOfGroups(stackSize: Int) {
            run(stackSize: stackSize) {
                let nodes = (0..<2_000).map { Node($0) }
                let tokens = zip(nodes, nodes.dropFirst()).map { node, next in
                    node.observe(\.value, options: [.new]) { _, change in
                        withGroupedChanges { next.value = change.newValue! }
                    }
                }
                nodes[0].value = -1
                #expect(nodes.allSatisfy { $0.value == -1 })
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("Deliveries that wait for stack space keep object and values, and stay in order with later ones")
        func waitingDeliveries() {
            let rounds = 243
            let names = ["first", "second", "third"]
            let expected = (0..<rounds).map { round -> String in
                let old = round == 0 ? "start" : names[(round + 2) % 3]
                return "\(old) → \(names[round % 3])"
            }
            // Wherever in the fan the stack runs low.
            for depth in stride(from: 1, to: 260, by: 3) {
                let told = Recorder<String>()
                run(stackSize: 512 * 1024) {
                    let nodes = (0...5).map { _ in Node("start") }
                    var tokens = zip(nodes, nodes.dropFirst()).map { node, next in
                        node.observe(\.value, options: []) { _, _ in
                            next.value = "first"
                            next.value = "second"
                            withGroupedChanges { next.value = "third" }
                        }
                    }
                    tokens.append(nodes[5].observe(\.value) { told.record("\($0) → \($1)") })
                    let deep = Node(0)
                    let down = deep.observe(\.value, options: []) { deep, _ in
                        if deep.value < depth { deep.value += 1 } else { nodes[0].value = "go" }
                    }
                    deep.value = 1
                    withExtendedLifetime((tokens, down)) {}
                }
                #expect(told.elements == expected, "at depth \(depth)")
            }
        }
    }
}
