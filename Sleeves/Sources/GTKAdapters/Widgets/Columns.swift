internal import CAdwaita

/// Two widgets, side by side if there is room, otherwise one below the other.
@MainActor
public final class Columns: Widget, ChildLayout {
    private static let spacing: gint = 24

    private let children: [Widget]
    private let threshold: gint
    private let share: gint

    /// Creates columns. If only one is visible, it has the whole width.
    ///
    /// - Parameters:
    ///   - threshold: The smallest width for both to be side by side, in logical pixels, if they fit.
    ///   - share: The first one's share of the width, in percent, unless one of them needs more.
    public init(_ first: Widget, _ second: Widget, threshold: Int = 720, share: Int = 40) {
        children = [first, second]
        (self.threshold, self.share) = (gint(threshold), gint(share))
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for child in children {
            keep(child)
            gtk_box_append(object.cast(), child.gtk)
        }
        setLayout(self)
    }

    /// A child's place.
    private struct Place {
        let child: Widget
        let x, y, width, height: gint
    }

    /// Returns the places of the visible children in a width.
    private func places(in width: gint) -> [Place] {
        let shown = children.filter { gtk_widget_should_layout($0.gtk) != 0 }
        let needs = shown.map(\.widths.minimum)
        guard shown.count == 2, width >= max(threshold, needs[0] + Self.spacing + needs[1]) else {
            var y: gint = 0
            return shown.map { child in
                let place = Place(child: child, x: 0, y: y, width: width, height: height(of: child, width: width))
                y += place.height + Self.spacing
                return place
            }
        }
        let first = min(max((width - Self.spacing) * share / 100, needs[0]), width - Self.spacing - needs[1])
        let widths = [first, width - Self.spacing - first]
        let starts = isRightToLeft ? [width - first, 0] : [0, first + Self.spacing]
        return (0..<2).map { index in
            let height = height(of: shown[index], width: widths[index])
            return Place(child: shown[index], x: starts[index], y: 0, width: widths[index], height: height)
        }
    }

    private func height(of child: Widget, width: gint) -> gint { child.extents(GTK_ORIENTATION_VERTICAL, width).natural }

    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        guard orientation == GTK_ORIENTATION_VERTICAL else {
            let widths = children.map(\.widths)
            return (widths.map(\.minimum).max() ?? 0, widths.map(\.natural).max() ?? 0)
        }
        let height = places(in: size < 0 ? widths.natural : size).map { $0.y + $0.height }.max() ?? 0
        return (height, height)
    }

    func allocate(width: gint, height: gint) {
        for place in places(in: width) { place.child.allocate(x: place.x, y: place.y, width: place.width, height: place.height) }
    }
}
