internal import CAdwaita

/// Two widgets, side by side if there is room, otherwise one below the other.
@MainActor
public final class Columns: Widget {
    private nonisolated static let spacing: gint = 24
    private nonisolated static let (thresholdKey, shareKey) = ("sleeves-threshold", "sleeves-share")

    /// Creates columns. If only one is visible, it has the whole width.
    ///
    /// - Parameters:
    ///   - threshold: The smallest width for both to be side by side, in logical pixels, if they fit.
    ///   - share: The first one's share of the width, in percent, unless one of them needs more.
    public init(_ first: Widget, _ second: Widget, threshold: Int = 720, share: Int = 40) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        g_object_set_data(object.cast(), Self.thresholdKey, UnsafeMutableRawPointer(bitPattern: threshold))
        g_object_set_data(object.cast(), Self.shareKey, UnsafeMutableRawPointer(bitPattern: share))
        for child in [first, second] {
            keep(child)
            gtk_box_append(object.cast(), child.gtk)
        }
        // The widget takes ownership of the layout.
        let layout = gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measureColumns, allocateColumns)
        gtk_widget_set_layout_manager(gtk, layout)
    }

    /// Returns the places of the visible children in a width.
    fileprivate nonisolated static func places(in widget: UnsafeMutablePointer<GtkWidget>, width: gint) -> [Place] {
        var children: [UnsafeMutablePointer<GtkWidget>] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if gtk_widget_should_layout(child) != 0 { children.append(child) }
            next = gtk_widget_get_next_sibling(child)
        }
        func number(_ key: String) -> gint { gint(truncatingIfNeeded: Int(bitPattern: widget.data(key))) }
        let needs = children.map(leastWidth)
        guard children.count == 2, width >= max(number(thresholdKey), needs[0] + spacing + needs[1]) else {
            var y: gint = 0
            return children.map { child in
                let place = Place(child: child, x: 0, y: y, width: width, height: height(of: child, width: width))
                y += place.height + spacing
                return place
            }
        }
        let first = min(max((width - spacing) * number(shareKey) / 100, needs[0]), width - spacing - needs[1])
        let widths = [first, width - spacing - first]
        let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let starts = isMirrored ? [width - first, 0] : [0, first + spacing]
        return (0..<2).map { index in
            let height = height(of: children[index], width: widths[index])
            return Place(child: children[index], x: starts[index], y: 0, width: widths[index], height: height)
        }
    }

    private nonisolated static func leastWidth(of child: UnsafeMutablePointer<GtkWidget>) -> gint {
        var minimum: gint = 0
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return minimum
    }

    private nonisolated static func height(of child: UnsafeMutablePointer<GtkWidget>, width: gint) -> gint {
        var natural: gint = 0
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
        return natural
    }

    /// A child's place.
    fileprivate struct Place {
        let child: UnsafeMutablePointer<GtkWidget>
        let x, y, width, height: gint
    }
}

private func measureColumns(
    _ widget: UnsafeMutablePointer<GtkWidget>?,
    _ orientation: GtkOrientation,
    _ size: gint,
    _ minimum: UnsafeMutablePointer<gint>?,
    _ natural: UnsafeMutablePointer<gint>?,
    _ minimumBaseline: UnsafeMutablePointer<gint>?,
    _ naturalBaseline: UnsafeMutablePointer<gint>?
) {
    guard let widget else { return }
    var (least, best): (gint, gint) = (0, 0)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            var (childLeast, childBest): (gint, gint) = (0, 0)
            gtk_widget_measure(child, orientation, -1, &childLeast, &childBest, nil, nil)
            (least, best) = (max(least, childLeast), max(best, childBest))
            next = gtk_widget_get_next_sibling(child)
        }
    } else {
        var width = size
        if width < 0 { gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil) }
        best = Columns.places(in: widget, width: width).map { $0.y + $0.height }.max() ?? 0
        least = best
    }
    minimum?.pointee = least
    natural?.pointee = best
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
}

private func allocateColumns(_ widget: UnsafeMutablePointer<GtkWidget>?, _ width: gint, _ height: gint, _ baseline: gint) {
    guard let widget else { return }
    for place in Columns.places(in: widget, width: width) {
        var allocation = GtkAllocation(x: place.x, y: place.y, width: place.width, height: place.height)
        gtk_widget_size_allocate(place.child, &allocation, -1)
    }
}
