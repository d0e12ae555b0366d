import Heed

/// One run of a program, with real objects and threads.
///
/// State and its protection: `tokens`, `checks` and `complaint`, by their locks; the two counts are atomic.
final class StoreOrderRun: Sendable {
    private let program: StoreOrderProgram
    private let record = SharedRecord()
    private let numbers = (0..<2).map { _ in SharedNumber() }
    private let context = ManualContext()
    private let clock = ManualClock()
    private let tokens = Recorder<ObservationToken>()
    private let receptionists = Recorder<Receptionist>()
    /// Checks of observers, when nothing changes any more.
    private let checks = Recorder<@Sendable () -> String?>()
    private let complaints = Recorder<String>()
    private let lateCount = Box(0)
    private let lastValue = Box(0)

    init(_ program: StoreOrderProgram) {
        self.program = program
        for observer in program.observers { observe(observer) }
    }

    func work(_ number: Int) {
        guard program.crowded.contains(number) else { return perform(program.threads[number]) }
        let start = SharedNumber()
        let token = start.observe(\.value) { [self] _ in LittleStack.run { perform(program.threads[number]) } }
        start.value = 1
        withExtendedLifetime(token) {}
    }

    private func perform(_ operations: [StoreOrderProgram.Operation]) {
        for operation in operations { perform(operation) }
    }

    /// Returns the first thing that is wrong when all threads have ended.
    func complaint() -> String? {
        repeat {
            context.runAll()
            clock.advance(by: 1)
        } while context.waitingCount > 0 || clock.waitingCount > 0
        for receptionist in receptionists.elements { receptionist.flush() }
        context.runAll()
        for check in checks.removeAll() {
            if let complaint = check() { complaints.record(complaint) }
        }
        _ = (tokens.removeAll(), receptionists.removeAll())
        return complaints.elements.first
    }

    private func next() -> Int {
        lastValue.increment()
    }

    private func perform(_ operation: StoreOrderProgram.Operation) {
        switch operation {
        case .setFirst: record.first = next()
        case .setSecond: record.second = next() * 100
        case .addToFirst: record.first += next()
        case .swap: swap(&record.first, &record.second)
        case .append: record.list.append(next())
        case .insert: record.mutableValue(for: \.list).insert(next(), at: 0)
        case .removeFirst: record.list = Array(record.list.dropFirst())
        case .setList: record.list = [next(), next()]
        case .replaceNumber: record.number = numbers[next() % 2]
        case .removeNumber: record.number = nil
        case .setNumber: record.number?.value = next() * 10_000
        case .group:
            withGroupedChanges {
                record.first = next()
                record.second = next() * 100
                record.first = next()
            }
        case .announce:
            record.willChangeValue(for: \.first)
            record.first = next()
            record.first = next()
            record.didChangeValue(for: \.first)
        case .observe:
            observe(program.late[lateCount.increment() - 1], isLate: true)
        }
    }

    // MARK: Observers

    private func observe(_ observer: StoreOrderProgram.Observer, isLate: Bool = false) {
        let record = record
        switch observer {
        case .value: follow(\.first, initial: false)
        case .initialValue: follow(\.first, initial: true)
        case .sum: follow(\.sum, initial: false)
        case .initialSum: follow(\.sum, initial: true)
        case .path: follow(\.number?.value, initial: false)
        case .initialPath: follow(\.number?.value, initial: true)
        case .total: follow(\.total, initial: true)
        case .values: followChain(\.first, initial: false)
        case .initialValues: followChain(\.first, initial: true, isLate: isLate)
        case .sumValues: followChain(\.sum, initial: true)
        case .changes:
            let seen = Recorder<Int>()
            tokens.record(
                record.observe(\.first, options: [.new, .prior]) { _, change in if let new = change.newValue { seen.record(new) } })
            expect(seen, \.first, "changes of first")
        case .elements: mirrorList()
        case .binding:
            let target = SharedNumber()
            tokens.record(record.bind(\.sum, to: target, \.value))
            checks.record { target.value == record.sum ? nil : "a binding ends with \(target.value), not \(record.sum)" }
        case .every: receive(.every)
        case .latest: receive(.latest)
        case .buffered: receive(.buffered(2, .dropOldest))
        case .debounced: receive(.debounced(for: .seconds(1), clock: clock))
        case .throttled: receive(.throttled(for: .seconds(1), clock: clock))
        case .immediateLatest:
            let seen = Recorder<Int>()
            receptionists.record(Receptionist(for: .values(of: record, \.first), delivering: .latest) { seen.record($0) })
            expect(seen, \.first, "a receptionist at once")
        case .combined:
            let seen = Recorder<Int>()
            let both = ObservationSource.values(of: record, \.first).combineLatest(.values(of: record, \.second)).map { $0 + $1 }
            receptionists.record(Receptionist(for: both, on: context, delivering: .latest) { seen.record($0) })
            expect(seen, \.sum, "two sources combined")
        case .carrier:
            tokens.record(record.observe(\.first) { [unowned record] value in if value % 2 == 0 { record.second = -value } })
        }
    }

    private func follow<Value: Equatable & Sendable>(_ path: KeyPath<SharedRecord, Value> & Sendable, initial: Bool) {
        let seen = Recorder<Value>()
        tokens.record(record.observe(path, initial: initial) { seen.record($0) })
        if initial, seen.count == 0 { complaints.record("\(path) has no initial call") }
        expect(seen, path, "\(path)")
    }

    /// Follows the old and new values, which have to form a chain.
    private func followChain(_ path: KeyPath<SharedRecord, Int> & Sendable, initial: Bool, isLate: Bool = false) {
        let seen = Recorder<[Int]>()
        let record = record
        let start = record[keyPath: path]
        let hasLongChanges = program.threads.joined().contains { $0 == .group || $0 == .announce }
        tokens.record(record.observe(path, initial: initial) { old, new in seen.record([old, new]) })
        checks.record {
            let elements = seen.elements
            if elements.last?[1] ?? start != record[keyPath: path] {
                return "\(path) ends with \(elements), not \(record[keyPath: path])"
            }
            // A group, and a pair of manual calls, report the value from before them, whatever other threads store meanwhile. An observer that
            // registers during a change may not receive that change's old value.
            guard !hasLongChanges, !isLate else { return nil }
            for (one, next) in zip(elements, elements.dropFirst()) where one[1] != next[0] {
                return "\(path) isn't a chain: \(elements)"
            }
            return nil
        }
    }

    private func expect<Value: Equatable & Sendable>(
        _ seen: Recorder<Value>, _ path: KeyPath<SharedRecord, Value> & Sendable, _ name: String
    ) {
        let start = record[keyPath: path]
        let record = record
        checks.record {
            let last = seen.elements.last ?? start
            let present = record[keyPath: path]
            return last == present ? nil : "\(name) ends with \(seen.elements), not \(present)"
        }
    }

    private func receive(_ policy: DeliveryPolicy) {
        let seen = Recorder<Int>()
        receptionists.record(Receptionist(for: .values(of: record, \.sum), on: context, delivering: policy) { seen.record($0) })
        expect(seen, \.sum, "a receptionist")
    }

    /// Repeats the changes of the list in another one.
    private func mirrorList() {
        let mirror = Box<[Int]>([])
        let record = record
        tokens.record(
            record.observe(\.list, options: [.initial, .old, .new]) { _, change in
                var list = mirror.value
                let new = change.newValue ?? []
                let places = change.indexes.ranges.flatMap { Array($0) }
                switch change.kind {
                case .setting: list = new
                case .insertion: for (place, element) in zip(places, new) { list.insert(element, at: min(place, list.count)) }
                case .removal: for place in places.reversed() where place < list.count { list.remove(at: place) }
                case .replacement: for (place, element) in zip(places, new) where place < list.count { list[place] = element }
                }
                mirror.exchange(list)
            })
        checks.record { mirror.value == record.list ? nil : "a mirrored list is \(mirror.value), not \(record.list)" }
    }
}
