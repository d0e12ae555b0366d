import Heed

/// The contents of one handler call about a collection.
struct CollectionChange<Value: Equatable & Sendable>: Equatable, Sendable {
    var kind: KeyValueChangeKind
    var indexes: [Int]?
    var old: Value?
    var new: Value?
    var isPrior = false

    init(_ kind: KeyValueChangeKind, _ indexes: [Int]? = nil, old: Value? = nil, new: Value? = nil, isPrior: Bool = false) {
        self.kind = kind
        self.indexes = indexes
        self.old = old
        self.new = new
        self.isPrior = isPrior
    }

    init(_ change: KeyValueChange<Value>) {
        self.init(
            change.kind,
            change.indexes.isEmpty ? nil : Array(change.indexes.ranges.joined()),
            old: change.oldValue,
            new: change.newValue,
            isPrior: change.isPrior
        )
    }

    /// Returns the part of the change that these options request.
    func carried(_ options: KeyValueObservingOptions) -> CollectionChange {
        var carried = self
        if !options.contains(.old) { carried.old = nil }
        if !options.contains(.new) { carried.new = nil }
        return carried
    }
}
