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
