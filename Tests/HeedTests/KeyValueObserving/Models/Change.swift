import Heed

/// The contents of one handler call, and the observed value during it.
struct Change<Value: Equatable>: Equatable {
    var old: Value?
    var new: Value?
    var isPrior = false
    var present: Value

    init(old: Value? = nil, new: Value? = nil, isPrior: Bool = false, present: Value) {
        self.old = old
        self.new = new
        self.isPrior = isPrior
        self.present = present
    }

    init(_ change: KeyValueChange<Value>, present: Value) {
        self.init(old: change.oldValue, new: change.newValue, isPrior: change.isPrior, present: present)
    }
}

extension Change: Sendable where Value: Sendable {}

extension Change {
    /// Returns the calls that an observer with these options must receive while the value takes on these values one after another.
    static func expected(_ options: KeyValueObservingOptions, for values: [Value]) -> [Change] {
        var calls: [Change] = []
        if options.contains(.initial) {
            calls.append(Change(new: options.contains(.new) ? values[0] : nil, present: values[0]))
        }
        for (before, after) in zip(values, values.dropFirst()) {
            let old = options.contains(.old) ? before : nil
            if options.contains(.prior) {
                calls.append(Change(old: old, isPrior: true, present: before))
            }
            calls.append(Change(old: old, new: options.contains(.new) ? after : nil, present: after))
        }
        return calls
    }
}

extension KeyValueObservingOptions {
    /// All sixteen combinations.
    static let combinations = (0..<16).map { KeyValueObservingOptions(rawValue: $0) }
}
