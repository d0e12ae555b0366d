/// How a property changed.
///
/// A stored collection that is changed in place (`album.tracks.append(track)`) tells what became of its elements. The old value and the
/// new value of such a change are collections of just the elements that went and came:
///
/// | Kind | Indexes | Old value | New value |
/// |---|---|---|---|
/// | setting | none | all that was | all that is |
/// | insertion | in the collection after | none | what was put in |
/// | removal | in the collection before | what was taken out | none |
/// | replacement | in both | what was there | what is there now |
///
/// ## Behavior
/// - A collection that is assigned as a whole, or written through a key path, is a ``setting``.
/// - What was changed in place is compared: elements that are `Equatable` by `==`, other objects by identity. This takes place only
///   while the property is observed. The calls that say what they do (``MutableCollectionValue``) compare nothing.
/// - If the shorter of both states is found in the longer one, elements were inserted or removed, at one place or several. If both are
///   equally long, the elements that differ were replaced; so a move replaces all elements between its two places. Everything else is a
///   ``setting``, and so is a change that leaves everything equal.
/// - It holds for every `RandomAccessCollection` that is a `RangeReplaceableCollection`. A `Set`, and a `Dictionary` of `Equatable`
///   values, tell the members that came and went, without indexes; if some came and some went, that is a ``replacement``.
/// - Other types, and elements that cannot be compared, are always a ``setting``.
/// - Observers of what depends on the collection, by a longer key path or by computing from it, always get a ``setting``.
/// - A prior call before a change in place is a ``setting``: what will happen is not known yet.
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
///
/// ## Behavior
/// - It carries the old and the new value if the observer asked for them. A prior change never carries the new one.
/// - If elements of a collection came or went, the values are collections of just these elements.
public struct KeyValueChange<Value> {
    /// How the property changed.
    public let kind: KeyValueChangeKind
    /// The value before the change, if ``KeyValueObservingOptions/old`` was asked for. Of a collection's removal or replacement, the
    /// elements that went; of its insertion `nil`.
    public let oldValue: Value?
    /// The value after the change, if ``KeyValueObservingOptions/new`` was asked for. Never in a prior call. Of a collection's insertion
    /// or replacement, the elements that came; of its removal `nil`.
    public let newValue: Value?
    /// The positions that were inserted, removed or replaced, counted from the start of the collection; none for a
    /// ``KeyValueChangeKind/setting`` and for collections without positions.
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

/// The positions that a change concerns. They lie apart, because only few changes have any, and because how large a `RangeSet` is becomes
/// known at run time only: a change that contained one could be moved about only by asking for its size each time.
@usableFromInline
package final class ChangedPositions: Sendable {
    let indexes: RangeSet<Int>

    init(_ indexes: RangeSet<Int>) {
        self.indexes = indexes
    }
}

extension KeyValueChange: Sendable where Value: Sendable {}

/// What an observer wants to be told, and when.
///
/// The meaning is that of Cocoa's `NSKeyValueObservingOptions`.
///
/// ## Behavior
/// - Each of the sixteen combinations means the same for stored and computed properties, for key paths through other objects, and for
///   changes that are announced by hand.
/// - Each observer gets what its own options ask for, whatever others ask for.
public struct KeyValueObservingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt8

    /// Options from bits.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Changes carry the value after the change.
    @inlinable public static var new: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 0) }
    /// Changes carry the value before the change.
    @inlinable public static var old: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 1) }
    /// One call at once, before `observe` returns. It carries the present value as the new one if ``new`` is asked for, and no old one.
    @inlinable public static var initial: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 2) }
    /// One more call before each change, with ``KeyValueChange/isPrior`` set. It never carries a new value.
    @inlinable public static var prior: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1 << 3) }
}
