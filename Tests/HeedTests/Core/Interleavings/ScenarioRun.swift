#if DEBUG
    import Interleavings

    @testable import Heed

    /// One run of a scenario: the real registry, and what is known about it from outside.
    ///
    /// State and its protection: one thread runs at a time, see `Explorer`.
    final class ScenarioRun: @unchecked Sendable {
        // SAFETY: see above.

        let explorer: Explorer
        private let scenario: Scenario
        private var registry: ObserverRegistry<Int>? = ObserverRegistry()
        private let others: [ObserverRegistry<Work>]
        private let words: [(name: String, address: UInt)]
        private var threads: [Thread] = []
        /// The thread that prepares and checks.
        private var outside: Thread!

        /// The chunks of lists. They are kept until the end of the run.
        private var memory: [Memory] = []
        /// Captured contexts of handlers. They are kept, too.
        private var contexts: [UInt: (observer: Int, isReleased: Bool)] = [:]
        private var deliveries: [(start: Int, called: [Int])] = []

        // The times at which calls began and returned, by observer.
        private var additionBegan: [Int: Int] = [:]
        private var additionReturned: [Int: Int] = [:]
        private var removalBegan: [Int: Int] = [:]
        private var removalReturned: [Int: Int] = [:]
        private var isEnding = false

        private struct Work {
            let run: () -> Void

            init(_ run: @escaping () -> Void) {
                self.run = run
            }
        }

        private struct Memory {
            let start: UInt
            let size: Int
            var isFreed = false
        }

        init(_ scenario: Scenario, _ explorer: Explorer) {
            self.scenario = scenario
            self.explorer = explorer
            words = registry!.words
            others = (0..<ThreadGuards.capacity).map { _ in ObserverRegistry() }
            for other in others { other.add { $0.run() } }
            threads = scenario.programs.indices.map { Thread($0, self) }
            outside = Thread(nil, self)
            if scenario.claims { ThreadGuards.newest.store(0, ordering: .sequentiallyConsistent) }
            SteppedThread.run(on: outside) {
                for id in scenario.present { add(id) }
                for id in scenario.gaps { remove(id) }
            }
        }

        /// Claims guards for a thread, so that each run begins with the same ones.
        static func claimGuards() {
            let registry = ObserverRegistry<Int>()
            registry.deliver(0)
        }

        func work(_ number: Int) {
            if scenario.claims { SteppedThread.forgetGuards() }
            SteppedThread.run(on: threads[number]) { perform(scenario.programs[number]) }
        }

        /// Checks the state after all threads have ended: nothing removed is kept, and nothing else is missing.
        func check() {
            SteppedThread.run(on: outside) {
                let isClear = registry?.lock.withLock { $0.removed.isEmpty && $0.formerTables.isEmpty }
                if isClear == false { explorer.report("a removed observer or list is kept") }
                if registry?.isPinned == true { explorer.report("a thread has ended inside") }
                for (observer, isReleased) in contexts.values where isReleased != (removalReturned[observer] != nil) {
                    explorer.report(isReleased ? "a handler that was not removed is released" : "a removed handler is never released")
                }
                registry = nil
            }
            if contexts.values.contains(where: { !$0.isReleased }) { explorer.report("a handler is never released") }
            if memory.contains(where: { !$0.isFreed }) { explorer.report("a list is never freed") }
        }

        /// Releases everything that was kept for the run.
        func cleanUp() {
            SteppedThread.run(on: outside) { registry = nil }
            for chunk in memory where chunk.isFreed { UnsafeMutableRawPointer(bitPattern: chunk.start)!.deallocate() }
            for (address, state) in contexts where state.isReleased {
                Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: address)!).release()
            }
            memory = []
            contexts = [:]
        }

        /// Names an access for people.
        func description(of access: Access) -> String {
            guard access.kind != .nothing else { return "starts" }
            var name = "a guard"
            let words = words.filter { $0.address == access.low }
            if let word = words.first { name = word.name }
            if let handler = contexts[access.low] { name = "the handler of \(handler.observer)" }
            for (number, chunk) in memory.enumerated() where access.low >= chunk.start && access.low < chunk.start + UInt(chunk.size) {
                let offset = Int(access.low - chunk.start)
                let (place, rest) = offset.quotientAndRemainder(dividingBy: MemoryLayout<ObserverSlot>.stride)
                name = access.high - access.low > 64 ? "chunk \(number)" : "\(rest == 0 ? "state" : "entry") \(place) of chunk \(number)"
            }
            return "\(access.kind) \(name)"
        }

        private func leavesOut(_ address: UInt) -> Bool {
            guard let omission = scenario.omission else { return false }
            let word = words.first { $0.address == address }?.name
            let chunk = memory.first { address >= $0.start && address < $0.start + UInt($0.size) }
            var state: UInt64?
            if let chunk, (address - chunk.start) % UInt(MemoryLayout<ObserverSlot>.stride) == 0 {
                state = UnsafePointer<ObserverSlot>(bitPattern: address)!.pointee.word
            }
            return switch omission {
            case .newest, .head, .waste, .pins: word == "\(omission)"
            case .guards: word == nil && chunk == nil
            case .addition: state == ObserverState.vacant
            case .mark: state.map { $0 & 1 == 1 && $0 != ObserverState.endOfChunk } ?? false
            case .link: chunk != nil && state == nil
            }
        }

        // MARK: Operations

        private var current: Thread { SteppedThread.current as! Thread }

        private func perform(_ operations: [Scenario.Operation]) {
            for operation in operations {
                switch operation {
                case .deliver: deliver()
                case .add(let id): add(id)
                case .remove(let id): remove(id)
                case .end: end()
                case .within(let count, let operations): enter(count, operations)
                case .exit: SteppedThread.leaveGuards()
                }
            }
        }

        private func deliver() {
            guard let registry else { return }
            let number = deliveries.count
            let thread = current
            let start = explorer.time
            deliveries.append((start, []))
            thread.depth += 1
            registry.deliver(number)
            thread.depth -= 1
            let began = explorer.timeOfReading(registry.headAddress, by: thread.number, after: start) ?? start
            for (id, returned) in additionReturned where returned <= began && removalBegan[id] == nil && !isEnding {
                if !deliveries[number].called.contains(id) { explorer.report("a present observer is not called") }
            }
        }

        private func add(_ id: Int) {
            guard let registry else { return }
            let entry = ObserverEntry({ [unowned self] (number: borrowing Int) in handle(id, number) }, at: nil)
            contexts[entry.context] = (id, false)
            // A delivery that has taken its limit doesn't call this observer.
            current.make(.write, at: registry.newestAddress)
            additionBegan[id] = explorer.time
            guard registry.add(entry, rank: UInt64(id)) != nil else {
                removalReturned[id] = explorer.time
                return
            }
            // A delivery that begins now calls it.
            additionReturned[id] = explorer.time
            current.make(.write, at: registry.headAddress)
        }

        private func remove(_ id: Int) {
            removalBegan[id] = removalBegan[id] ?? explorer.time
            let isPresent = additionReturned[id] != nil
            registry?.cancel(UInt64(id))
            if isPresent { noteRemoval(of: id) }
        }

        private func end() {
            isEnding = true
            let present = additionReturned.keys.sorted()
            registry?.end()
            for id in present { noteRemoval(of: id) }
            for id in additionReturned.keys { removalReturned[id] = removalReturned[id] ?? explorer.time }
        }

        /// After this, no delivery begins to call an observer.
        private func noteRemoval(of id: Int) {
            removalReturned[id] = min(removalReturned[id] ?? .max, explorer.time)
            for chunk in memory {
                let slots = UnsafeMutableRawPointer(bitPattern: chunk.start)!.assumingMemoryBound(to: ObserverSlot.self)
                for place in 0..<chunk.size / MemoryLayout<ObserverSlot>.stride - 1 where slots[place].word >> 1 == id {
                    current.make(.write, at: UInt(bitPattern: slots + place))
                }
            }
        }

        private func enter(_ count: Int, _ operations: [Scenario.Operation]) {
            let thread = current
            func enter(_ count: Int) {
                guard count > 0 else {
                    thread.isQuiet = false
                    perform(operations)
                    thread.isQuiet = true
                    return
                }
                others[count - 1].deliver(.init { enter(count - 1) })
            }
            thread.isQuiet = true
            enter(count)
            thread.isQuiet = false
        }

        private func handle(_ id: Int, _ number: Int) {
            guard let registry, let slot = Delivery.handling?.pointee.told else { return }
            let thread = current
            let context = slot.pointee.entry.context
            if contexts[context]?.observer != id { explorer.report("a handler's slot is given to another") }
            if thread.lockCount > 0 { explorer.report("a handler runs while a lock is held") }
            let start = deliveries[number].start
            let looked = explorer.timeOfReading(UInt(bitPattern: slot), by: thread.number, after: start, isLast: true) ?? start
            if let returned = removalReturned[id], looked >= returned { explorer.report("an observer is called after its removal") }
            let limited = explorer.timeOfReading(registry.newestAddress, by: thread.number, after: start) ?? start
            if let began = additionBegan[id], limited < began {
                explorer.report("an observer receives an event from before its registration")
            }
            if let last = deliveries[number].called.last, last >= id {
                explorer.report("an observer is called twice, or out of its turn")
            }
            deliveries[number].called.append(id)
            if let latest = thread.latest[id], latest > number { explorer.report("an observer receives a thread's events out of order") }
            thread.latest[id] = number

            // A handler is called in place, so it must stay there, unchanged, from before the call until after.
            use(context)
            if thread.number == 0, thread.depth == 1 { perform(scenario.handlers[id] ?? []) }
            use(context)
            if slot.pointee.entry.context != context { explorer.report("a handler's slot is given to another") }
        }

        private func use(_ context: UInt) {
            current.make(.read, at: context)
            if contexts[context]?.isReleased == true { explorer.report("a handler is used after its release") }
        }

        /// A thread of the scenario; without a number, the one that prepares and checks.
        private final class Thread: SteppedThread {
            let number: Int
            private unowned let run: ScenarioRun
            /// Whether the thread goes on without being stopped.
            var isQuiet: Bool
            /// The number of deliveries of the registry that the thread is in.
            var depth = 0
            var lockCount = 0
            /// The thread's newest delivery that each observer has received.
            var latest: [Int: Int] = [:]

            init(_ number: Int?, _ run: ScenarioRun) {
                self.number = number ?? -1
                self.run = run
                isQuiet = number == nil
                super.init()
            }

            func make(_ kind: Access.Kind, at address: UInt, size: Int = 1) {
                if !isQuiet { run.explorer.willMake(Access(kind, at: address, size: size), number) }
            }

            override func willAccess(_ address: UnsafeRawPointer, size: Int, isWrite: Bool) -> Bool {
                guard !isQuiet else { return true }
                let address = UInt(bitPattern: address)
                make(isWrite ? .write : .read, at: address, size: size)
                if run.memory.contains(where: { $0.isFreed && address >= $0.start && address < $0.start + UInt($0.size) }) {
                    run.explorer.report("a freed list is used")
                }
                return !isWrite || !run.leavesOut(address)
            }

            override func willLock(_ lock: UnsafeRawPointer) {
                make(.lock, at: UInt(bitPattern: lock))
                lockCount += 1
            }

            override func willUnlock(_ lock: UnsafeRawPointer) {
                lockCount -= 1
                make(.unlock, at: UInt(bitPattern: lock))
            }

            override func didAllocate(_ memory: UnsafeMutableRawPointer, size: Int) {
                run.memory.append(Memory(start: UInt(bitPattern: memory), size: size))
            }

            override func takes(_ memory: UnsafeMutableRawPointer) -> Bool {
                let address = UInt(bitPattern: memory)
                guard let place = run.memory.firstIndex(where: { $0.start == address }) else { return false }
                make(.write, at: address, size: run.memory[place].size)
                if run.memory[place].isFreed { run.explorer.report("a list is freed twice") }
                run.memory[place].isFreed = true
                return true
            }

            override func takes(context: UnsafeRawPointer) -> Bool {
                let address = UInt(bitPattern: context)
                guard run.contexts[address] != nil else { return false }
                make(.write, at: address)
                if lockCount > 0 { run.explorer.report("a handler is released while a lock is held") }
                if run.contexts[address]?.isReleased == true { run.explorer.report("a handler is released twice") }
                run.contexts[address]?.isReleased = true
                return true
            }
        }
    }

    extension AnyObserverRegistry {
        fileprivate var headAddress: UInt { head.address }
        fileprivate var newestAddress: UInt { newest.address }

        fileprivate var words: [(name: String, address: UInt)] {
            [
                ("count", count.address), ("head", head.address), ("newest", newest.address), ("pins", pins.address),
                ("waste", waste.address), ("the lock", UInt(bitPattern: lock.address)),
            ]
        }
    }

    extension AtomicWord {
        fileprivate var address: UInt { withUnsafePointer(to: word) { UInt(bitPattern: $0) } }
    }

    extension ObserverSlot {
        /// The state, read without stopping.
        fileprivate var word: UInt64 { state.word.load(ordering: .relaxed) }
    }
#endif
