internal import CAdwaita
internal import Heed
public import HorizontalScroller

/// A GTK widget that shows a `HorizontalScroller`.
///
/// It is the scroller's host: it places the items' widgets, runs the frame clock, and reports input. It owns its scroller.
///
/// **Behavior**
/// - The items follow the pointer without a new layout of the window: only the strip itself is allocated again.
/// - Clicks on an item and drags that begin on one both work, whatever widgets the item has. A button inside an item still works.
/// - With an ``itemSizing``, the items grow and shrink with the strip, at once, and the current one stays in the middle.
/// - The item in the middle is drawn ``centreScale`` times larger, its neighbours less with their distance.
/// - With the desktop's animations off, nothing glides or grows.
/// - The reading direction is the widget's.
/// - Style: the strip's CSS name is `strip`. It has the class `keyboard` while it has the focus and the user navigates by keyboard. The
///   current item has the class `selected`. So `strip.keyboard .selected { outline: … }` marks the focus.
@MainActor
public final class HorizontalScrollerView<Item: Widget>: Widget, HorizontalScrollerHost, StripContent {
    // State, all protected by the main actor:
    // - placed: the items on screen and their places, by identity.
    // - parked: removed items that are still hidden children of the widget, so that their return needs no new layout.
    // - clock: runs on the scroller's request.
    // - allocated: the size of the last layout. reported: the size that the scroller knows.

    /// The logic. Set its delegate, and call its `reload()` and `select(_:)`.
    public let scroller: HorizontalScroller<Item>

    /// The scale of the item in the middle.
    public var centreScale = 1.15 {
        didSet { requestLayout() }
    }

    /// The growth of the items with the strip; `nil` if they keep the size of the metrics.
    public var itemSizing: ItemSizing? {
        didSet { requestLayout() }
    }

    /// Called when the items are about to get another size, with the side of the item in the middle, in logical pixels.
    public var onItemResize: ((_ side: Double) -> Void)?

    /// Called with keys that don't move the selection. Returns whether the key was handled.
    public var onKey: ((_ key: Key, _ modifiers: Modifiers) -> Bool)?

    var placed: [ObjectIdentifier: (item: Item, placement: ScrollerPlacement)] = [:]
    var parked: [Item] = []
    var velocity = VelocityMeter()

    private var clock: FrameClock?
    private var allocated = ScrollerSize.zero
    /// The size that the scroller knows.
    private var reported = ScrollerSize.zero
    private var isResizeReported = true
    private var animations: ObservationToken?

    /// Creates a strip that shows nothing yet.
    ///
    /// - Parameters:
    ///   - accessibleLabel: the strip's name for assistive technologies.
    ///   - metrics: the metrics of the items. Their direction is ignored; the widget's applies.
    public init(accessibleLabel: String, metrics: HorizontalScrollerMetrics = .init()) {
        scroller = HorizontalScroller(metrics: metrics)
        super.init(StripWidget.make())
        StripWidget.attach(self, to: gtk)
        isFocusable = true
        clipsContent = true
        setAccessibleLabel(accessibleLabel)
        scroller.host = self
        followDirection()
        followAnimations()
        listenToInput()
        listen(to: "map") { [weak self] _ in self?.scroller.hostDidAppear() }
        listen(to: "unmap") { [weak self] _ in self?.scroller.hostDidDisappear() }
        listen(to: "direction-changed") { [weak self] _ in self?.followDirection() }
        animations = Settings.shared.observe(\.animationsEnabled) { [weak self] _ in self?.followAnimations() }
    }

    /// The metrics of the items. The direction stays the widget's.
    public var metrics: HorizontalScrollerMetrics {
        get { scroller.metrics }
        set {
            var metrics = newValue
            metrics.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
            scroller.metrics = metrics
            requestLayout()
        }
    }

    private func followDirection() {
        metrics = scroller.metrics
    }

    private func followAnimations() {
        scroller.motion.centringDuration = Settings.shared.animationsEnabled ? HorizontalScrollerMotion().centringDuration : 0
        requestAllocation()
    }

    // MARK: HorizontalScrollerHost

    /// The size of the last layout.
    public var viewportSize: ScrollerSize { allocated }

    /// Shows an item at a place.
    public func place(_ view: Item, at placement: ScrollerPlacement) {
        let identifier = ObjectIdentifier(view)
        let before = placed.updateValue((view, placement), forKey: identifier)
        if before == nil { bringOn(view) }
        if before?.placement.isSelected != placement.isSelected { mark(view, isSelected: placement.isSelected) }
        if before?.placement.index != placement.index { view.setAccessiblePosition(placement.index, of: scroller.numberOfViews) }
        requestAllocation()
    }

    /// Removes an item from the screen.
    public func remove(_ view: Item) {
        guard placed.removeValue(forKey: ObjectIdentifier(view)) != nil else { return }
        park(view)
        // The scroller reuses the latest items; older ones that it has released are not kept forever.
        if parked.count > placed.count + 8 { sendAway(parked.removeFirst()) }
        requestAllocation()
    }

    /// Starts notifying the scroller of every frame.
    public func startClock() {
        clock = FrameClock(of: self) { [weak self] seconds in self?.scroller.advance(to: seconds) }
    }

    /// Stops notifying the scroller.
    public func stopClock() {
        clock = nil
    }

    // MARK: StripContent

    func measure(_ orientation: Orientation, width: Int?) -> (minimum: Int, natural: Int) {
        switch orientation {
        case .horizontal:
            // The items' size follows from the strip's, so the strip's must not follow from theirs.
            let item = Int((itemSizing?.sides.lowerBound ?? metrics.itemWidth).rounded(.up))
            return (item, 3 * item + 2 * Int(metrics.padding.rounded(.up)))
        case .vertical:
            guard let itemSizing else {
                // The margin leaves space for an item's shadow and focus outline.
                let item = Int((metrics.itemHeight * max(1, centreScale)).rounded(.up)) + 2 * 8
                return (item, item)
            }
            let natural = width.map { itemSizing.side(width: Double($0)) } ?? itemSizing.sides.upperBound
            return (Int(itemSizing.sides.lowerBound + 2 * itemSizing.margin), Int(natural + 2 * itemSizing.margin))
        }
    }

    func layOut(width: Int, height: Int) {
        let size = ScrollerSize(width: Double(width), height: Double(height))
        if size != allocated {
            if reported.isEmpty { reported = size }
            allocated = size
            reportResize()
        }
        // Until the scroller knows the new size, its places fit the old one. Keep them around the middle, in their new size.
        let zoom = sizedMetrics.itemWidth / metrics.itemWidth
        for (item, placement) in placed.values { allocate(item, at: placement, zoom: zoom) }
    }

    /// The metrics that fit the allocated size.
    private var sizedMetrics: HorizontalScrollerMetrics {
        itemSizing?.adapt(metrics, to: allocated, scale: max(1, centreScale)) ?? metrics
    }

    var drawingOrder: [Widget] {
        placed.values.sorted { abs($0.placement.distanceFromCentre) > abs($1.placement.distanceFromCentre) }.map(\.item)
    }

    /// Reports the new size to the scroller after GTK's size allocation, during which children must not change.
    private func reportResize() {
        guard isResizeReported else { return }
        isResizeReported = false
        GLibContext.enqueue { [weak self] in
            guard let self else { return }
            isResizeReported = true
            let new = sizedMetrics
            if new != metrics { onItemResize?(new.itemWidth * max(1, centreScale)) }
            // In the order in which there is never room for more items than before and after both.
            if new.itemWidth > metrics.itemWidth { scroller.metrics = new }
            reported = allocated
            scroller.hostDidResize()
            scroller.metrics = new
            requestAllocation()
        }
    }

    private func allocate(_ item: Item, at placement: ScrollerPlacement, zoom: Double) {
        var (minimumWidth, minimumHeight): (gint, gint) = (0, 0)
        gtk_widget_measure(item.gtk, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
        let width = max(minimumWidth, gint((placement.frame.width * zoom).rounded()))
        gtk_widget_measure(item.gtk, GTK_ORIENTATION_VERTICAL, width, &minimumHeight, nil, nil, nil)
        let height = max(minimumHeight, gint((placement.frame.height * zoom).rounded()))

        let centre = ScrollerPoint(
            x: allocated.width / 2 + (placement.frame.centre.x - reported.width / 2) * zoom,
            y: allocated.height / 2 + (placement.frame.centre.y - reported.height / 2) * zoom
        )
        var origin = graphene_point_t(x: Float(centre.x) - Float(width) / 2, y: Float(centre.y) - Float(height) / 2)
        let scale = scale(at: placement.distanceFromCentre)
        if !scroller.isMoving {
            // At rest, items stand on whole pixels, so that texts are sharp.
            origin = graphene_point_t(x: origin.x.rounded(), y: origin.y.rounded())
        }
        var transform = gsk_transform_translate(nil, &origin)
        if scale != 1 {
            var middle = graphene_point_t(x: Float(width) / 2, y: Float(height) / 2)
            transform = gsk_transform_translate(transform, &middle)
            transform = gsk_transform_scale(transform, scale, scale)
            middle = graphene_point_t(x: -middle.x, y: -middle.y)
            transform = gsk_transform_translate(transform, &middle)
        }
        gtk_widget_allocate(item.gtk, width, height, -1, transform)
    }

    private func scale(at distance: Double) -> Float {
        guard Settings.shared.animationsEnabled else { return 1 }
        return Float(1 + (centreScale - 1) * max(0, 1 - abs(distance)))
    }
}
