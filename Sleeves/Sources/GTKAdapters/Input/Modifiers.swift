internal import CAdwaita

/// Modifier keys.
public struct Modifiers: OptionSet, Sendable {
    /// GDK's bits.
    public let rawValue: UInt32

    /// Creates a set from GDK's bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Shift.
    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    /// Control.
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    /// Alt.
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
    /// The Super key.
    public static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)

    /// Keeps the modifiers that are keys, without locks and buttons.
    init(_ state: UInt32) {
        self = Modifiers(rawValue: state).intersection([.shift, .control, .alt, .super])
    }
}
