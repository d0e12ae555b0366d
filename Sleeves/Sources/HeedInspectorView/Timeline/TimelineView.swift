import GTKAdapters
import Localization

/// The recent events: a row for each thread, a slice for each handler, an arrow for each hop.
@MainActor
final class TimelineView: Canvas {
    private static let slice = 16.0
    private static let title = 20.0
    private static let gap = 10.0
    private static let axis = 26.0
    private static let margin = 12.0

    /// Called when the user moves or scales the part that is shown.
    var onWindow: ((Timeline.Window) -> Void)?
    /// Called with the number of the event that the user clicks.
    var onSelect: ((UInt64) -> Void)?

    private var timeline = Timeline()
    private(set) var window = Timeline.Window()
    /// The number of threads that screen readers know of.
    private var describedCount = 0

    init() {
        super.init(accessibleLabel: localized("Timeline of handlers and hops"))
        addStyle("view")
        isFocusable = true
        expandsHorizontally = true
        expandsVertically = true
        onDraw = { [weak self] in self?.draw($0) }
        onResize = { [weak self] in
            // GTK is still laying out.
            GLibContext.enqueue { self?.followWidth() }
        }
        listenForInput()
    }

    /// Shows a timeline.
    func show(_ timeline: Timeline) {
        guard timeline != self.timeline else { return }
        let former = contentHeight
        self.timeline = timeline
        if contentHeight != former { setMinimumSize(width: 200, height: Int(contentHeight)) }
        if timeline.rows.count != describedCount {
            describedCount = timeline.rows.count
            setAccessibleDescription(localized(one: "{count} thread", other: "{count} threads", count: describedCount))
        }
        redraw()
    }

    private var contentHeight: Double {
        Self.axis + timeline.rows.reduce(Self.gap) { $0 + height(of: $1) + Self.gap }
    }

    private func height(of row: Timeline.Row) -> Double {
        Self.title + Double(row.depth) * (Self.slice + 2)
    }

    /// The upper edges of the rows.
    private var tops: [Double] {
        var top = Self.axis + Self.gap
        return timeline.rows.map { row in
            defer { top += height(of: row) + Self.gap }
            return top
        }
    }

    // MARK: Drawing

    private func draw(_ painter: Painter) {
        let text = paint(.text)
        let isDark = Settings.shared.isDark
        drawAxis(painter, text)
        for (row, top) in zip(timeline.rows, tops) {
            let width = painter.area.width - 2 * Self.margin
            painter.draw(row.name, .caption, in: Area(x: Self.margin, y: top, width: width, height: Self.title), text.faded(0.75))
            let lane = Area(
                x: Self.margin, y: top + Self.title, width: width, height: Double(row.depth) * (Self.slice + 2) - 2)
            painter.fill(lane, radius: 4, text.faded(isDark ? 0.07 : 0.04))
            painter.clipped(to: lane) { painter in
                for slice in row.slices {
                    let area = area(of: slice, top: top)
                    painter.fill(area, radius: slice.width > 4 ? 3 : 0, Hue.paint(slice.hue, isDark: isDark))
                    guard let name = slice.name else { continue }
                    let (left, right) = (max(area.x, lane.x) + 4, min(area.right, lane.right) - 4)
                    let visible = Area(x: left, y: area.y, width: right - left, height: area.height)
                    painter.draw(name, .caption, in: visible, isDark ? Paint(0x000000) : Paint(0xffffff))
                }
            }
        }
        let tops = tops
        let arrows = timeline.hops.map { hop in
            let (from, to) = (tops[hop.from] + Self.title + Self.slice / 2, tops[hop.to] + Self.title + Self.slice / 2)
            return Curve(
                from: Spot(x: Self.margin + hop.start, y: from), to: Spot(x: Self.margin + hop.end, y: to), head: 6, isBent: false,
                text.faded(0.35))
        }
        let lanes = Area(x: Self.margin, y: 0, width: painter.area.width - 2 * Self.margin, height: painter.area.height)
        painter.clipped(to: lanes) { $0.stroke(arrows, in: lanes, width: 1) }
    }

    private func area(of slice: Timeline.Slice, top: Double) -> Area {
        Area(
            x: Self.margin + slice.x, y: top + Self.title + Double(slice.depth) * (Self.slice + 2), width: slice.width, height: Self.slice)
    }

    /// Draws the time, in steps of a round length.
    private func drawAxis(_ painter: Painter, _ text: Paint) {
        let width = painter.area.width - 2 * Self.margin
        guard timeline.span > 0, width > 0 else { return }
        let step = Self.step(for: timeline.span, count: max(2, width / 110))
        var moment = (timeline.start / step).rounded(.up) * step
        while moment < timeline.start + timeline.span {
            let x = Self.margin + (moment - timeline.start) / timeline.span * width
            painter.fill(Area(x: x, y: Self.axis - 6, width: 1, height: painter.area.height), text.faded(0.08))
            if moment >= 0 {
                let label = Self.label(for: moment, step: step)
                painter.draw(
                    label, .caption, in: Area(x: x - 50, y: 2, width: 100, height: Self.axis - 6), alignment: .center, text.faded(0.7))
            }
            moment += step
        }
    }

    /// Returns a moment in seconds, with as many decimals as its step needs.
    static func label(for moment: Double, step: Double) -> String {
        var (decimals, unit) = (0, 1)
        while step * Double(unit) < 0.999, decimals < 6 {
            decimals += 1
            unit *= 10
        }
        let units = Int((moment * Double(unit)).rounded())
        guard decimals > 0 else { return localized("{number} s", ["number": formatted(units)]) }
        let rest = String(units % unit)
        let zeros = String(repeating: "0", count: decimals - rest.count)
        return localized("{number} s", ["number": "\(formatted(units / unit)).\(zeros)\(rest)"])
    }

    /// Returns 1, 2 or 5 times a power of ten.
    static func step(for span: Double, count: Double) -> Double {
        let rough = span / count
        var power = 1e-6
        while power * 10 <= rough { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 > rough * 0.999 } ?? power * 10
    }

    // MARK: Input

    private func followWidth() {
        let width = Double(width) - 2 * Self.margin
        guard width > 0, width != window.width else { return }
        window.width = width
        onWindow?(window)
    }

    private func change(_ body: (inout Timeline.Window) -> Void) {
        let former = window
        body(&window)
        if window != former { onWindow?(window) }
    }

    private func listenForInput() {
        let pointer = PointerPlace()
        add(pointer)
        let scroll = ScrollController()
        scroll.onScroll = { [weak self, weak scroll] dx, dy, isPixels in
            guard let self, let scroll else { return false }
            if scroll.modifiers.contains(.control) {
                let fraction = ((pointer.spot?.x ?? Double(width)) - Self.margin) / window.width
                change { $0.zoom(by: isPixels ? 1 - dy / 300 : dy < 0 ? 1.25 : 0.8, at: min(max(fraction, 0), 1)) }
                return true
            }
            guard dx != 0 || scroll.modifiers.contains(.shift) else { return false }
            change { $0.pan(-(dx == 0 ? dy : dx) * (isPixels ? 1 : 40)) }
            return true
        }
        add(scroll)
        let drag = DragGesture()
        var last = 0.0
        drag.onBegin = { _, _ in last = 0 }
        drag.onUpdate = { [weak self] dx, _ in
            self?.change { $0.pan(dx - last) }
            last = dx
        }
        add(drag)
        let click = ClickGesture()
        click.onRelease = { [weak self] _, x, y in self?.select(Spot(x: x, y: y)) }
        add(click)
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            guard let self else { return false }
            switch (key, modifiers) {
            case (.character("+"), _), (.character("="), .control): change { $0.zoom(by: 1.25, at: 1) }
            case (.character("-"), _): change { $0.zoom(by: 0.8, at: 1) }
            case (.left, []): change { $0.pan(60) }
            case (.right, []): change { $0.pan(-60) }
            case (.end, []): change { $0.delay = 0 }
            default: return false
            }
            return true
        }
        add(keys)
    }

    private func select(_ spot: Spot) {
        grabFocus()
        for (row, top) in zip(timeline.rows, tops) {
            guard let hit = row.slices.last(where: { area(of: $0, top: top).inset(by: -2).contains(spot) }) else { continue }
            onSelect?(hit.event)
            return
        }
    }
}
