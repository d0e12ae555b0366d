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

        @Test("A delivery that waits for stack space keeps its turn before those of other threads")
        func waitingTurn() {
            let number = SharedNumber()
            let (values, doubles) = (Recorder<Int>(), Recorder<Int>())
            let tokens = [number.observe(\.value) { values.record($0) }, number.observe(\.doubled) { doubles.record($0) }]
            withLittleStack {
                number.value = 1
                #expect(values.count == 0)
                #expect(OtherThread { number.value = 2 }.join())
                number.value = 3
            }
            #expect(values.elements == [1, 2, 3])
            #expect(doubles.elements.last == 6)
            number.value = 4
            #expect(OtherThread { number.value = 5 }.join())
            #expect(values.elements == [1, 2, 3, 4, 5])
            withExtendedLifetime(tokens) {}
        }

        @Test("Values that were read while one change was within another are reported in the order in which they were read")
        func waitingValues() {
            let record = SharedRecord()
            (record.first, record.second) = (1, 2)
            let sums = Recorder<Int>()
            let token = record.observe(\.sum) { sums.record($0) }
            withLittleStack { swap(&record.first, &record.second) }
            #expect(sums.elements == [2, 3])
            withExtendedLifetime(token) {}
        }

        @Test("Many deliveries can wait for stack space at once", arguments: stackSizes)
        func manyWaiting(stackSize: Int) {
            run(stackSize: stackSize) {
                let nodes = (0..<Self.length).map { Node($0) }
                let (numbers, count) = (Recorder<Int>(), Recorder<Int>())
                let tokens = nodes.map { node in node.observe(\.value) { numbers.record($0) } }
                let first = nodes[0].observe(\.value) { count.record($0) }
                withLittleStack {
                    for node in nodes { node.value = -node.value }
                    nodes[0].value = 7
                }
                #expect(numbers.elements == (0..<Self.length).map { -$0 } + [7])
                #expect(count.elements == [0, 7])
                withExtendedLifetime((tokens, first)) {}
            }
        }

        /// Runs a closure within a handler that has little stack left.
        private func withLittleStack(_ body: @escaping () -> Void) {
            let start = Node(0)
            let token = start.observe(\.value) { _ in LittleStack.run(body) }
            start.value = 1
            withExtendedLifetime(token) {}
        }
    }
}
