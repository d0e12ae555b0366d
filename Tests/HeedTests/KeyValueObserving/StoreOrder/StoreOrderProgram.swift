/// A program of a few threads that share a record, and the observers that are registered before they start.
struct StoreOrderProgram: CustomStringConvertible {
    /// A change, or a registration, by one of the threads. Values are filled in when it runs, so that no two are equal.
    enum Operation: CaseIterable {
        case setFirst, setSecond, addToFirst, swap
        case append, insert, removeFirst, setList
        case replaceNumber, removeNumber, setNumber
        case group, announce
        case observe
    }

    /// An observer, or something that follows a value by means of one.
    enum Observer: CaseIterable {
        case value, values, changes
        case initialValue, initialValues
        case sum, initialSum, sumValues
        case path, initialPath, total
        case elements
        case binding
        case every, latest, buffered, debounced, throttled, immediateLatest
        case combined
        /// An observer whose handler changes another property.
        case carrier

        /// Whether a thread can register it while others make changes: it then knows the present value at once.
        static let late: [Observer] = [.initialValue, .initialValues, .initialSum, .initialPath, .latest, .every, .elements, .combined]
    }

    var threads: [[Operation]]
    /// The threads that work within a handler, with so little stack left that Heed postpones deliveries.
    var crowded: Set<Int>
    var observers: [Observer]
    /// The observers that ``Operation/observe`` registers, one after the other.
    var late: [Observer]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        threads = (0..<Int.random(in: 2...4, using: &random)).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in Operation.allCases.randomElement(using: &random)! }
        }
        observers = (0..<Int.random(in: 1...3, using: &random)).map { _ in Observer.allCases.randomElement(using: &random)! }
        late = (0..<12).map { _ in Observer.late.randomElement(using: &random)! }
        crowded = Set(threads.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    }

    /// The programs with one thing less.
    var smaller: [StoreOrderProgram] {
        var found: [StoreOrderProgram] = []
        for thread in threads.indices {
            for place in threads[thread].indices {
                var program = self
                program.threads[thread].remove(at: place)
                found.append(program)
            }
        }
        for thread in crowded {
            var program = self
            program.crowded.remove(thread)
            found.append(program)
        }
        for place in observers.indices {
            var program = self
            program.observers.remove(at: place)
            found.append(program)
        }
        return found
    }

    var description: String {
        """
        threads: \(threads), with little stack: \(crowded.sorted()), observers: \(observers), \
        late: \(late.prefix(threads.joined().count { $0 == .observe }))
        """
    }
}
