import Testing

@testable import Heed

extension DiagnosticsSuite {
    @Suite("Endless loops are reported once, with their path, instead of overflowing the stack")
    struct RunawayLoopTests {
        /// Half a megabyte: the stack size of secondary threads on some systems.
        private static let smallStack = 512 * 1024

        /// Runs a loop on a thread with a small stack and returns the path of the only report.
        private func pathOfOnlyReport(_ loop: @escaping @Sendable () -> Void) -> [String] {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .runawayLoop { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            #expect(OtherThread(stackSize: Self.smallStack, loop).join())
            #expect(reports.count == 1)
            #expect(reports.elements.first?.kind == .runawayLoop)
            return reports.elements.first?.path ?? []
        }

        @Test("A handler that always makes another change is stopped", arguments: Pattern.tellingEveryChange)
        func always(pattern: Pattern) {
            let source = pattern.makeSource()
            let path = pathOfOnlyReport {
                let token = source.observe { [unowned source] in source.change(to: $0 + 1) }
                source.change(to: 1)
                token.invalidate()
            }
            #expect(path.count >= 2)
            #expect(Set(path).count == 1)

            // Afterwards the state is as before.
            let called = Recorder<Int>()
            let token = source.observe { called.record($0) }
            source.change(to: 5)
            #expect(called.elements == [5])
            withExtendedLifetime(token) {}
        }

        /// Observers that read values keep each change until it is delivered, and search these, so branching loops take long to stop.
        private static let quick = Pattern.allCases.filter { ![.keyPath, .computedProperty, .groupedChange].contains($0) }

        @Test("Several handlers that always make another change don't multiply the loop", .disabled(if: isSanitized), arguments: quick)
        func severalAlways(pattern: Pattern) {
            let source = pattern.makeSource()
            let calls = Box(0)
            // More than fit on the stack, so that deliveries wait.
            let limit = 1_024
            _ = pathOfOnlyReport {
                Delivery.$turnLimit.withValue(limit) {
                    let tokens = (0..<2).map { _ in
                        source.observe { [unowned source] value in
                            calls.increment()
                            source.change(to: value + 1)
                        }
                    }
                    source.change(to: 1)
                    withExtendedLifetime(tokens) {}
                }
            }
            #expect(calls.value >= limit)
            #expect(calls.value <= 2 * 3 * limit)
        }

        @Test("Two properties that change each other are named in turn")
        func twoProperties() {
            let path = pathOfOnlyReport {
                let sums = Sums()
                let tokens = [
                    sums.observe(\.a, options: []) { sums, _ in sums.b += 1 },
                    sums.observe(\.b, options: []) { sums, _ in sums.a += 1 },
                ]
                sums.a = 1
                withExtendedLifetime(tokens) {}
            }
            #expect(path == ["Sums.a", "Sums.b", "Sums.a"] || path == ["Sums.b", "Sums.a", "Sums.b"])
        }

        #if SANITIZED
            /// A sanitizer needs so much stack that a larger ring has no whole turn between two deliveries that waited.
            private static let ringSizes = [2, 3, 7, 10]
        #else
            private static let ringSizes = [2, 3, 7, 10, 24]
        #endif

        @Test("Each object in a ring is reported once, even after deliveries waited for stack space", arguments: ringSizes)
        func ring(count: Int) {
            let path = pathOfOnlyReport {
                let first = Node(0)
                var last = first
                for number in 1..<count {
                    last.next = Node(number)
                    last = last.next!
                }
                last.next = first
                var tokens: [ObservationToken] = []
                var node = first
                repeat {
                    tokens.append(node.observe(\.value, options: []) { node, _ in node.next!.value += 1 })
                    node = node.next!
                } while node !== first
                first.value = 1
                first.next = nil
                last.next = nil
                withExtendedLifetime(tokens) {}
            }
            #expect(path.count == count + 1)
            #expect(path.allSatisfy { $0 == "Node<Int>.value" })
        }

        @Test("A computed property whose handler changes its source is stopped")
        func computed() {
            let path = pathOfOnlyReport {
                let sums = Sums()
                let token = sums.observe(\.diamond, options: [.prior, .old, .new]) { sums, change in
                    if !change.isPrior { sums.a += 1 }
                }
                sums.a = 1
                withExtendedLifetime(token) {}
            }
            #expect(path.first == "Sums.a")
        }

        @Test("A prior handler that makes another change before the change is stopped")
        func prior() {
            let path = pathOfOnlyReport {
                let sums = Sums()
                let tokens = [
                    sums.observe(\.twice, options: [.old, .new]) { _, _ in },
                    sums.observe(\.a, options: [.prior]) { sums, change in
                        if change.isPrior { sums.a += 1 }
                    },
                ]
                sums.a = 1
                withExtendedLifetime(tokens) {}
            }
            #expect(Set(path) == ["Sums.a"])
        }

        @Test("After a loop, observers of computed properties see a chain again")
        func chainAfterLoop() {
            let sums = Sums()
            let links = Recorder<[Int]>()
            Diagnostics.setHandler { _ in }
            let loop = sums.observe(\.a, options: [.prior]) { sums, _ in sums.a += 1 }
            sums.a = 1
            loop.invalidate()
            Diagnostics.setHandler(nil)
            let token = sums.observe(\.twice) { links.record([$0, $1]) }
            sums.a = 5
            sums.a = 6
            #expect(links.elements.map { $0[1] } == [10, 12])
            #expect(links.elements[1][0] == 10)
            withExtendedLifetime(token) {}
        }

        @Test("A long chain without a loop is not reported")
        func longWay() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .runawayLoop { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            let isDone = OtherThread(stackSize: Self.smallStack) {
                let nodes = (0..<60).map { Node($0) }
                let tokens = zip(nodes, nodes.dropFirst()).map { node, next in
                    node.observe(\.value) { next.value = $0 }
                }
                nodes[0].value = -1
                #expect(nodes[59].value == -1)
                withExtendedLifetime(tokens) {}
            }.join()
            #expect(isDone)
            #expect(reports.count == 0)
        }

        @Test("The report says what happened, where, and what to do")
        func message() {
            let short = Diagnostic.runawayLoop(path: ["Album.title", "Album.title"])
            #expect(short.description.contains("endlessly: Album.title → Album.title."))
            #expect(short.description.contains("compare before it changes"))
            let long = Diagnostic.runawayLoop(path: (0..<20).map(String.init))
            #expect(long.description.contains("… → 12 → 13 →"))
        }
    }
}
