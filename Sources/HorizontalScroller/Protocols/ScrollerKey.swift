/// A key that moves the selection.
///
/// The cases are named after the labels on the keys. ``HorizontalScroller/keyPressed(_:)`` determines their meaning in a layout
/// direction.
///
/// ## Behavior
/// - Every key moves the selection as its name says, from every position and in both layout directions, and stops at the ends.
/// - A page is at least one item.
public enum ScrollerKey: Hashable, Sendable, CaseIterable {
    /// One item to the left: back in left-to-right, forward in right-to-left.
    case leftArrow

    /// One item to the right: forward in left-to-right, back in right-to-left.
    case rightArrow

    /// To the first item.
    case home

    /// To the last item.
    case end

    /// Back by as many items as fit in the viewport.
    case pageUp

    /// Forward by as many items as fit in the viewport.
    case pageDown
}
