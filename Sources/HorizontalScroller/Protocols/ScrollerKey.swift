/// A key that moves the selection.
///
/// Named by what is printed on the key. What a key means in a layout direction is decided by
/// ``HorizontalScroller/keyPressed(_:)``.
///
/// ## Behavior
/// - Every key moves the selection from every position as its name says, in both layout directions, and stops at the ends.
/// - A page is at least one item.
public enum ScrollerKey: Hashable, Sendable, CaseIterable {
    /// One item to the left: back in left-to-right, on in right-to-left.
    case leftArrow

    /// One item to the right: on in left-to-right, back in right-to-left.
    case rightArrow

    /// To the first item.
    case home

    /// To the last item.
    case end

    /// Back by as many items as fit in the viewport.
    case pageUp

    /// On by as many items as fit in the viewport.
    case pageDown
}
