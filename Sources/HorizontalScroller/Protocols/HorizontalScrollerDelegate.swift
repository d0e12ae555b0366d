/// The provider of a ``HorizontalScroller``'s views, which is also notified of selections.
///
/// ```swift
/// final class Shelf: HorizontalScrollerDelegate {
///     func numberOfViews(for scroller: HorizontalScroller<Label>) -> Int { records.count }
///
///     func horizontalScroller(_ scroller: HorizontalScroller<Label>, viewAt index: Int) -> Label {
///         let label = scroller.dequeueReusableView() ?? Label()
///         label.text = records[index].title
///         return label
///     }
///
///     func horizontalScroller(_ scroller: HorizontalScroller<Label>, didSelectViewAt index: Int) {
///         details.show(records[index])
///     }
/// }
/// ```
///
/// ## Behavior
/// - The scroller asks for the number of items once for each reload, and for views only near the viewport. A negative number counts as 0.
/// - The scroller notifies the delegate once of each tap on an item, of each end of a drag or scroll, and of each other change of the
///   current index.
/// - The delegate isn't notified of the index that it named itself, nor of one that a reload keeps. If the index it named is out of range,
///   it is notified.
/// - The delegate can give commands from within any of its requirements.
///
/// - Threading: Every requirement is called on the main actor.
/// - Reentrancy: Any requirement can call any command of the scroller, such as ``HorizontalScroller/reload()`` or
///   ``HorizontalScroller/select(_:animated:)``. The command waits until the requirement has returned and the work in progress is complete;
///   commands run in the order in which they were given.
@MainActor
public protocol HorizontalScrollerDelegate<ItemView>: AnyObject {
    /// The toolkit's view for one item.
    associatedtype ItemView

    /// Returns the number of items.
    ///
    /// The scroller asks once for each reload, and at no other time. A negative number counts as 0.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: The number of items.
    func numberOfViews(for scroller: HorizontalScroller<ItemView>) -> Int

    /// Returns the view for one item, ready to be shown.
    ///
    /// The scroller asks only for items that come near the viewport. Take a used view from ``HorizontalScroller/dequeueReusableView()`` and
    /// configure it, or create a new one. Never return a view that currently represents another index.
    ///
    /// - Parameters:
    ///   - scroller: The scroller that asks.
    ///   - index: The item's index, from 0 up to the number of views.
    /// - Returns: A view that no other index has.
    func horizontalScroller(_ scroller: HorizontalScroller<ItemView>, viewAt index: Int) -> ItemView

    /// Responds to the selection of an item.
    ///
    /// The scroller calls this once for each tap on an item, for each end of a drag or scroll, and for each other change of
    /// ``HorizontalScroller/currentIndex``. It doesn't call it for the index that the delegate itself named in ``initialViewIndex(for:)``,
    /// nor when a reload keeps the index.
    ///
    /// - Parameters:
    ///   - scroller: The scroller that makes the selection.
    ///   - index: The selected item's index.
    func horizontalScroller(_ scroller: HorizontalScroller<ItemView>, didSelectViewAt index: Int)

    /// Returns the item to centre initially. Optional; the default is 0.
    ///
    /// The scroller asks when a reload finds items and no item was current before. It clamps an index out of range, and then notifies the
    /// delegate of the item that was selected instead.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: The index of the first current item.
    func initialViewIndex(for scroller: HorizontalScroller<ItemView>) -> Int
}

extension HorizontalScrollerDelegate {
    /// Returns the first item.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: 0.
    public func initialViewIndex(for scroller: HorizontalScroller<ItemView>) -> Int { 0 }
}
