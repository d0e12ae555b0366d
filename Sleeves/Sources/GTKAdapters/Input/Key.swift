internal import CAdwaita

/// A pressed key, by its meaning in the user's keyboard layout.
public enum Key: Hashable, Sendable {
    /// The arrow keys, on either block.
    case left, right, up, down
    /// To the first and to the last item.
    case home, end
    /// One page back, and one page forward.
    case pageUp, pageDown
    /// Keys that activate.
    case enter, space
    /// Keys that cancel or delete.
    case escape, delete, backspace
    /// To the next field or, with Shift, to the previous one.
    case tab
    /// A key that types a character.
    case character(Character)
    /// Any other key, by GDK's number.
    case other(UInt32)

    init(keyval: UInt32) {
        if let named = Self.named[Int32(bitPattern: keyval)] {
            self = named
        } else if let scalar = Unicode.Scalar(gdk_keyval_to_unicode(keyval)), scalar.value >= 0x20 {
            self = .character(Character(scalar))
        } else {
            self = .other(keyval)
        }
    }

    private static let named: [Int32: Key] = [
        GDK_KEY_Left: .left, GDK_KEY_KP_Left: .left,
        GDK_KEY_Right: .right, GDK_KEY_KP_Right: .right,
        GDK_KEY_Up: .up, GDK_KEY_KP_Up: .up,
        GDK_KEY_Down: .down, GDK_KEY_KP_Down: .down,
        GDK_KEY_Home: .home, GDK_KEY_KP_Home: .home,
        GDK_KEY_End: .end, GDK_KEY_KP_End: .end,
        GDK_KEY_Page_Up: .pageUp, GDK_KEY_KP_Page_Up: .pageUp,
        GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Page_Down: .pageDown,
        GDK_KEY_Return: .enter, GDK_KEY_KP_Enter: .enter, GDK_KEY_ISO_Enter: .enter,
        GDK_KEY_space: .space, GDK_KEY_KP_Space: .space,
        GDK_KEY_Escape: .escape,
        GDK_KEY_Delete: .delete, GDK_KEY_KP_Delete: .delete,
        GDK_KEY_BackSpace: .backspace,
        GDK_KEY_Tab: .tab, GDK_KEY_ISO_Left_Tab: .tab,
    ]
}
