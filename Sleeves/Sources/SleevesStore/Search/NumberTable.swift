/// Values by the row numbers of albums. Nearly always an array, because row numbers are nearly always small.
struct NumberTable<Value> {
    private var values: [Value] = []
    private var others: [Int64: Value] = [:]
    private let absent: Value

    /// The numbers below this are kept in the array. In an untrusted library, row numbers may be anything.
    private static var limit: Int64 { 1 << 21 }

    /// - Parameter absent: The value of numbers that were never set.
    init(absent: Value) {
        self.absent = absent
    }

    subscript(number: Int64) -> Value {
        get {
            if number >= 0, number < values.count { return values[Int(number)] }
            return others.isEmpty ? absent : others[number] ?? absent
        }
        set {
            guard number >= 0, number < Self.limit else { return others[number] = newValue }
            let missing = Int(number) + 1 - values.count
            if missing > 0 { values += repeatElement(absent, count: missing + values.count / 2) }
            values[Int(number)] = newValue
        }
    }
}

extension NumberTable: Sendable where Value: Sendable {}

extension NumberTable<Bool> {
    /// Creates a set of numbers.
    init(_ numbers: some Sequence<Int64>) {
        self.init(absent: false)
        for number in numbers { self[number] = true }
    }
}
