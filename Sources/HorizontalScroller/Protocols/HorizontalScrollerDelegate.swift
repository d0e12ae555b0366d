/// What a ``HorizontalScroller`` shows, and who hears what was chosen.
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
/// - It is asked for the number of items once for each reload, and for a view only near the viewport. A negative number counts as 0.
/// - It is told once of each tap on an item, of each end of a drag or scroll, and of each other change of the current index.
/// - It is not told of the index that it named itself, nor of one that a reload keeps. If what it named is out of range, it is told.
/// - It may give commands from within any of its requirements.
///
/// - Threading: Every requirement is called on the main actor.
/// - Reentrancy: Any requirement may call any command of the scroller, such as ``HorizontalScroller/reload()`` or
///   ``HorizontalScroller/select(_:animated:)``. The command waits until the requirement has returned and the work
///   under way is complete; commands run in the order in which they were given.
@MainActor
public protocol HorizontalScrollerDelegate<ItemView>: AnyObject {
    /// The toolkit's view for one item.
    associatedtype ItemView

    /// How many items there are.
    ///
    /// Asked once for each reload, and at no other time. A negative answer counts as 0.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: The number of items.
    func numberOfViews(for scroller: HorizontalScroller<ItemView>) -> Int

    /// The view for one item, ready to be shown.
    ///
    /// Asked only for items that come near the viewport. Take a used view from
    /// ``HorizontalScroller/dequeueReusableView()`` and fill it, or make a new one. Never return a view that
    /// stands for another index at that moment.
    ///
    /// - Parameters:
    ///   - scroller: The scroller that asks.
    ///   - index: The item's position, from 0 up to the number of views.
    /// - Returns: A view that no other index has.
    func horizontalScroller(_ scroller: HorizontalScroller<ItemView>, viewAt index: Int) -> ItemView

    /// The item at an index was selected.
    ///
    /// Told once for each tap on an item, for each end of a drag or scroll, and for each other change of
    /// ``HorizontalScroller/currentIndex``. Not told of the index that the delegate itself named in
    /// ``initialViewIndex(for:)``, nor when a reload keeps the index.
    ///
    /// - Parameters:
    ///   - scroller: The scroller that tells.
    ///   - index: The selected item's position.
    func horizontalScroller(_ scroller: HorizontalScroller<ItemView>, didSelectViewAt index: Int)

    /// The item that is centred at first. Optional; 0 unless implemented.
    ///
    /// Asked when a reload finds items and no item was current before. An index out of range is clamped, and the
    /// delegate is then told which one was selected instead.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: The position of the first current item.
    func initialViewIndex(for scroller: HorizontalScroller<ItemView>) -> Int
}

extension HorizontalScrollerDelegate {
    /// The first item.
    ///
    /// - Parameter scroller: The scroller that asks.
    /// - Returns: 0.
    public func initialViewIndex(for scroller: HorizontalScroller<ItemView>) -> Int { 0 }
}
