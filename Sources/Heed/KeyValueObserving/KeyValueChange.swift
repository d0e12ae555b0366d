/// The way in which a property changed.
///
/// A stored collection that is changed in place (`album.tracks.append(track)`) reports how its elements changed. The old and the new value
/// of such a change are collections of just the removed and inserted elements:
///
/// | Kind | Indexes | Old value | New value |
/// |---|---|---|---|
/// | setting | none | the whole old value | the whole new value |
/// | insertion | in the collection after the change | none | the inserted elements |
/// | removal | in the collection before the change | the removed elements | none |
/// | replacement | in both | the replaced elements | the new elements |
///
/// ## Behavior
/// - Assigning a whole collection, or writing it through a key path, is a ``setting``.
/// - Heed compares a collection that was changed in place: `Equatable` elements by `==`, other objects by identity. It does so only while
///   the property is observed. Methods that name their operation (``MutableCollectionValue``) compare nothing.
/// - If the longer state contains the shorter one, elements were inserted or removed, at one index or several. If both are equally long,
///   the elements that differ were replaced; so a move replaces all elements between its two indexes. Everything else is a ``setting``, and
///   so is a change that leaves everything equal.
/// - This applies to every `RandomAccessCollection` that is a `RangeReplaceableCollection`. A `Set`, and a `Dictionary` of `Equatable`
///   values, report their inserted and removed members, without indexes; if there are both, the change is a ``replacement``.
/// - Other types, and elements that can't be compared, always report a ``setting``.
/// - Observers of values that depend on the collection, through a longer key path or a computation, always receive a ``setting``.
/// - A prior call before a change in place is a ``setting``: the change isn't known yet.
public enum KeyValueChangeKind: Sendable, Hashable {
    /// The property was set as a whole.
    case setting
    /// Elements were inserted into the collection.
    case insertion
    /// Elements were removed from the collection.
    case removal
    /// Elements of the collection were replaced by as many others.
    case replacement
}

/// One change of an observed value, as its handler receives it.
///
/// ## Behavior
/// - A change carries the old and the new value if the observer requested them. A prior change never carries the new one.
/// - If elements of a collection were inserted or removed, the values are collections of just these elements.
public struct KeyValueChange<Value> {
    /// The way in which the property changed.
    public let kind: KeyValueChangeKind
    /// The value before the change, if requested with ``KeyValueObservingOptions/old``. For a collection's removal or replacement, the
    /// removed elements; for its insertion, `nil`.
    public let oldValue: Value?
    /// The value after the change, if requested with ``KeyValueObservingOptions/new``. Never present in a prior call. For a collection's
    /// insertion or replacement, the inserted elements; for its removal, `nil`.
    public let newValue: Value?
    /// The indexes that were inserted, removed or replaced, counted from the start of the collection. Empty for a
    /// ``KeyValueChangeKind/setting`` and for collections without indexes.
    public var indexes: RangeSet<Int> { positions?.indexes ?? RangeSet() }
    /// Whether the change is still to come; see ``KeyValueObservingOptions/prior``.
    public let isPrior: Bool

    @usableFromInline let positions: ChangedPositions?

    @inlinable
    package init(
        kind: KeyValueChangeKind = .setting,
        oldValue: Value? = nil,
        newValue: Value? = nil,
        positions: ChangedPositions? = nil,
        isPrior: Bool = false
    ) {
        self.kind = kind
        self.oldValue = oldValue
        self.newValue = newValue
        self.positions = positions
        self.isPrior = isPrior
    }
}

/// The indexes of a change, stored separately. Few changes have any, and the size of a `RangeSet` is known only at run time: moving a
/// change that contained one would require asking for its size each time.
@usableFromInline
package final class ChangedPositions: Sendable {
    let indexes: RangeSet<Int>

    init(_ indexes: RangeSet<Int>) {
        self.indexes = indexes
    }
}

extension KeyValueChange: Sendable where Value: Sendable {}

/// The calls that an observer wants, and their contents.
///
/// The options have the meaning of Cocoa's `NSKeyValueObservingOptions`. Combine them in a literal, which can also contain combined ones:
/// `[options, .prior]`.
///
/// ## Behavior
/// - Each of the sixteen combinations means the same for stored and computed properties, for key paths through other objects, and for
///   manually announced changes.
/// - Each observer receives what its own options request, regardless of other observers.
public struct KeyValueObservingOptions: ExpressibleByArrayLiteral, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates options that include all of the given ones.
    @inlinable
    public init(arrayLiteral elements: KeyValueObservingOptions...) {
        self.init(rawValue: elements.reduce(0) { $0 | $1.rawValue })
    }

    /// Returns whether all of the given options are included.
    @inlinable
    public func contains(_ other: KeyValueObservingOptions) -> Bool {
        rawValue & other.rawValue == other.rawValue
    }

    /// Returns these options without the given ones.
    package func subtracting(_ other: KeyValueObservingOptions) -> KeyValueObservingOptions {
        KeyValueObservingOptions(rawValue: rawValue & ~other.rawValue)
    }

    /// Changes carry the new value.
    @inlinable public static var new: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 0) }
    /// Changes carry the old value.
    @inlinable public static var old: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 1) }
    /// An immediate call, before `observe` returns. It carries the current value as the new one if ``new`` is also set, and no old one.
    @inlinable public static var initial: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 2) }
    /// An additional call before each change, with ``KeyValueChange/isPrior`` set. It never carries a new value.
    @inlinable public static var prior: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 3) }
}
