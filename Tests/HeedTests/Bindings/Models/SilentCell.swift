import Heed

/// A cell that shows a number in a widget, which isn't observable.
@KeyValueObservable
final class SilentCell {
    final class Widget { var number = 0 }

    @NotObserved let widget = Widget()
    var isEmpty = false

    var number: Int {
        get { isEmpty ? 0 : widget.number }
        set { widget.number = newValue }
    }
}
