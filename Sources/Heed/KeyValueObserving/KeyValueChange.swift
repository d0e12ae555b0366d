/// How a property changed.
public enum KeyValueChangeKind: Sendable, Hashable {
    /// The property was set as a whole.
    case setting
    /// Elements were put into the collection.
    case insertion
    /// Elements were taken out of the collection.
    case removal
    /// Elements of the collection were exchanged for as many others.
    case replacement
}

/// One change of an observed value, as a handler gets it.
public struct KeyValueChange<Value> {
    /// How the property changed.
    public let kind: KeyValueChangeKind
    /// The value before the change, if ``KeyValueObservingOptions/old`` was asked for.
    public let oldValue: Value?
    /// The value after the change, if ``KeyValueObservingOptions/new`` was asked for. Never in a prior call.
    public let newValue: Value?
    /// The positions that were inserted, removed or replaced; `nil` for a ``KeyValueChangeKind/setting``.
    public let indexes: RangeSet<Int>?
    /// Whether the change is still to come; see ``KeyValueObservingOptions/prior``.
    public let isPrior: Bool

    package init(
        kind: KeyValueChangeKind = .setting,
        oldValue: Value? = nil,
        newValue: Value? = nil,
        indexes: RangeSet<Int>? = nil,
        isPrior: Bool = false
    ) {
        self.kind = kind
        self.oldValue = oldValue
        self.newValue = newValue
        self.indexes = indexes
        self.isPrior = isPrior
    }
}

extension KeyValueChange: Sendable where Value: Sendable {}
