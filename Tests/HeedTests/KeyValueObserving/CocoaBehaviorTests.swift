import Heed
import Testing

@Suite("Behavior that Cocoa programs rely on")
struct CocoaBehaviorTests {
    private let department = Department()

    @Test("An aggregate over a to-many relation follows each member as long as it belongs")
    func aggregate() {
        let (a, b) = (Employee("a", in: department), Employee("b", in: department))
        let told = Recorder<[Int]>()
        let token = department.observe(\.payroll) { told.record([$0, $1]) }
        department.employees.append(a)
        department.mutableValue(for: \.employees).append(b)
        a.salary = 5
        department.employees.removeFirst()
        a.salary = 50
        b.salary = 3
        department.employees = [a, b]
        department.mutableValue(for: \.employees).remove(at: 1)
        #expect(told.elements == [[0, 1], [1, 2], [2, 6], [6, 1], [1, 3], [3, 53], [53, 50]])
        withExtendedLifetime(token) {}
    }

    @Test("A member that occurs twice in a relation fires once for each of its changes")
    func memberTwice() {
        let employee = Employee("twin", in: department)
        let told = Recorder<Int>()
        let token = department.observe(\.payroll) { told.record($0) }
        department.employees = [employee, employee]
        employee.salary = 2
        department.employees.removeLast()
        employee.salary = 3
        #expect(told.elements == [2, 4, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("Objects that refer to each other are observed in both directions without loop or leak")
    func cycle() {
        weak var released: Department?
        let tokens: [ObservationToken]
        do {
            let department = Department()
            released = department
            let head = Employee("head", in: department)
            department.head = head
            let told = Recorder<String>()
            tokens = [
                department.observe(\.head?.address) { told.record($0!) },
                department.observe(\.head?.department.head?.name) { told.record($0!) },
                head.observe(\.department.head?.name) { told.record($0!) },
            ]
            department.name = "D"
            head.name = "H"
            #expect(told.elements == ["head of D", "H of D", "H", "H"])
        }
        #expect(released == nil)
        withExtendedLifetime(tokens) {}
    }

    @Test("A dependent of a dependent fires once for each change of any source")
    func transitiveDependants() {
        let employee = Employee("e", in: department)
        let told = Recorder<String>()
        let token = department.observe(\.summary) { told.record($0) }
        department.name = "D"
        department.employees = [employee]
        employee.salary = 7
        #expect(told.elements == ["D: 0", "D: 1", "D: 7"])
        withExtendedLifetime(token) {}
    }

    @Test("Two registrations of one key path are two observers, each removed separately")
    func twoRegistrations() {
        let told = Recorder<Int>()
        let tokens = (0..<3).map { number in department.observe(\.name, options: []) { _, _ in told.record(number) } }
        department.name = "1"
        tokens[1].invalidate()
        department.name = "2"
        tokens[0].invalidate()
        department.name = "3"
        #expect(told.elements == [0, 1, 2, 0, 2, 2])
        withExtendedLifetime(tokens) {}
    }

    @Test("A handler can remove every observer, and register new ones in their place")
    func replacementInHandler() {
        let tokens = Box<[ObservationToken]>([])
        let told = Recorder<String>()
        func register(_ name: String) -> ObservationToken {
            department.observe(\.summary, options: [.prior]) { department, change in
                told.record("\(name) \(change.isPrior)")
                guard !change.isPrior, name == "first" else { return }
                for token in tokens.value { token.invalidate() }
                tokens.exchange([department.observe(\.summary, options: []) { _, _ in told.record("new") }])
            }
        }
        tokens.exchange([register("first"), register("second")])
        department.name = "1"
        department.name = "2"
        #expect(told.elements == ["first true", "second true", "first false", "new"])
        tokens.exchange([])
    }

    @Test("A change between two handlers of one delivery comes after it, with a prior call that carries the value in between")
    func priorAfterReentrancy() {
        let told = Recorder<Change<String>>()
        let reacting = department.observe(\.name, options: []) { department, _ in
            if department.name == "1" { department.name = "2" }
            if department.name == "2" { department.name = "3" }
        }
        let token = department.observe(\.name, options: [.prior, .old, .new]) { told.record(Change($1, present: "")) }
        department.name = "1"
        let expected = Change<String>.expected([.prior, .old, .new], for: ["", "1", "2", "3"])
        // The first change was made, and the second one requested, before the handler of the first ran.
        #expect(told.elements.filter { !$0.isPrior }.map { [$0.old, $0.new] } == expected.filter { !$0.isPrior }.map { [$0.old, $0.new] })
        #expect(told.elements.filter(\.isPrior).map(\.old) == ["", "1", "2"])
        withExtendedLifetime((reacting, token)) {}
    }

    @Test("A prior call reads the old value, and the call after it the new one, on every path", arguments: [true, false])
    func valuesDuringCalls(isGrouped: Bool) {
        let employee = Employee("e", in: department)
        department.head = employee
        let read = Recorder<String>()
        let tokens = [
            department.observe(\.name, options: [.prior]) { department, _ in read.record(department.name) },
            department.observe(\.summary, options: [.prior]) { department, _ in read.record(department.summary) },
        ]
        let address = department.observe(\.head?.address, options: [.prior]) { department, _ in read.record(department.head!.address) }
        if isGrouped { withGroupedChanges { department.name = "N" } } else { department.name = "N" }
        #expect(read.elements == ["", ": 0", "e of ", "N", "N: 0", "e of N"])
        withExtendedLifetime((tokens, address)) {}
    }

    @Test("A relation emptied element by element reports each removal")
    func emptying() {
        department.employees = (0..<3).map { Employee("\($0)", in: department) }
        let told = Recorder<String>()
        let token = department.observe(\.employees, options: [.old, .new]) { _, change in
            #expect(change.kind == .removal && change.newValue == nil)
            told.record(change.oldValue!.map(\.name).joined())
        }
        while !department.employees.isEmpty { department.employees.removeLast() }
        #expect(told.elements == ["2", "1", "0"])
        withExtendedLifetime(token) {}
    }

    @Test("A generic class, and a generic subclass of it, are observed by inherited, own and computed properties")
    func genericSubclass() {
        let pair = PairHolder(1, "one")
        let told = Recorder<String>()
        let tokens = [
            pair.observe(\.content, options: [.new]) { (_: PairHolder<Int, String>, change) in told.record("\(change.newValue!)") },
            pair.observe(\.second, options: [.new]) { (_: PairHolder<Int, String>, change) in told.record(change.newValue!) },
            pair.observe(\.pair, options: [.new]) { (_: PairHolder<Int, String>, change) in told.record("\(change.newValue!)") },
            pair.observe(\.writes, options: [.new]) { (_: PairHolder<Int, String>, change) in told.record("writes \(change.newValue!)") },
        ]
        pair.write(2)
        pair.second = "two"
        #expect(told.elements == ["2", "(2, \"one\")", "writes 1", "two", "(2, \"two\")"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A property observed through the superclass and through the subclass is one property")
    func superclassPath() {
        let pair = PairHolder(1, 2)
        let told = Recorder<Int>()
        let tokens = [
            (pair as Holder<Int>).observe(\.content, options: [.new]) { (_: Holder<Int>, change) in told.record(change.newValue!) },
            pair.observe(\.content, options: [.new]) { (_: PairHolder<Int, Int>, change) in told.record(-change.newValue!) },
        ]
        pair.content = 5
        pair.willChangeValue(for: \.content)
        (pair as Holder<Int>).content = 6
        pair.didChangeValue(for: \.content)
        #expect(told.elements == [5, -5, 6, -6])
        withExtendedLifetime(tokens) {}
    }
}
