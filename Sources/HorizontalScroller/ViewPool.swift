/// The views that are off the screen, for reuse. Never more than its capacity.
struct ViewPool<ItemView> {
    private(set) var views: [ItemView] = []

    /// The largest number of views to keep.
    var capacity = 0 {
        didSet { views.removeLast(max(0, views.count - capacity)) }
    }

    /// Stores a view, or releases it if there are enough.
    mutating func put(_ view: ItemView) {
        if views.count < capacity { views.append(view) }
    }

    /// Removes and returns the view that was stored last.
    mutating func take() -> ItemView? {
        views.popLast()
    }

    /// Releases all views.
    mutating func removeAll() {
        views.removeAll()
    }
}
