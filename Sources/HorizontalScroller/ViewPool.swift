/// The views that are off the screen and wait to be used again. Never more than its capacity.
struct ViewPool<ItemView> {
    private(set) var views: [ItemView] = []

    /// The largest number of views that are kept.
    var capacity = 0 {
        didSet { views.removeLast(max(0, views.count - capacity)) }
    }

    /// Keeps a view, or lets it go if there are enough.
    mutating func put(_ view: ItemView) {
        if views.count < capacity { views.append(view) }
    }

    /// Gives out the view that was put in last.
    mutating func take() -> ItemView? {
        views.popLast()
    }

    /// Lets all views go.
    mutating func removeAll() {
        views.removeAll()
    }
}
