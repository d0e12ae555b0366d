import Heed

/// A department of people: to-one, to-many, and inverse relations.
@KeyValueObservable
final class Department {
    var name = ""
    var head: Employee?
    var employees: [Employee] = []

    var payroll: Int { employees.reduce(0) { $0 + $1.salary } }
    var summary: String { "\(name): \(payroll)" }
}

/// A person in a department.
@KeyValueObservable
final class Employee {
    var name: String
    var salary = 1
    unowned let department: Department
    @NotObserved weak var assistant: Employee?

    init(_ name: String, in department: Department) {
        self.name = name
        self.department = department
    }

    var address: String { "\(name) of \(department.name)" }
}

/// A generic class, and a subclass with other type parameters.
@KeyValueObservable
class Holder<Value> {
    var content: Value
    private(set) var writes = 0

    init(_ content: Value) {
        self.content = content
    }

    func write(_ new: Value) {
        content = new
        writes += 1
    }
}

/// Adds a second value to the first.
@KeyValueObservable
final class PairHolder<First, Second>: Holder<First> {
    var second: Second
    var pair: (First, Second) { (content, second) }

    init(_ first: First, _ second: Second) {
        self.second = second
        super.init(first)
    }
}
