internal import CAdwaita

/// Keys that change the meaning of others.
public struct Modifiers: OptionSet, Sendable {
    /// The bits, as GDK has them.
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
    /// The key with the desktop's sign.
    public static let `super` = Modifiers(rawValue: GDK_SUPER_MASK.rawValue)

    /// The modifiers that are keys, without locks and buttons.
    init(_ state: UInt32) {
        self = Modifiers(rawValue: state).intersection([.shift, .control, .alt, .super])
    }
}
