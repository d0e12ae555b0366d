internal import CAdwaita

extension Widget {
    /// Whether the widget takes extra width.
    public var expandsHorizontally: Bool {
        get { gtk_widget_get_hexpand(gtk) != 0 }
        set { gtk_widget_set_hexpand(gtk, newValue ? 1 : 0) }
    }

    /// Whether the widget takes extra height.
    public var expandsVertically: Bool {
        get { gtk_widget_get_vexpand(gtk) != 0 }
        set { gtk_widget_set_vexpand(gtk, newValue ? 1 : 0) }
    }

    /// The position of the widget in a wider space. Default: `.fill`.
    public var horizontalAlignment: Alignment {
        get { Alignment(gtk_widget_get_halign(gtk)) }
        set { gtk_widget_set_halign(gtk, newValue.gtk) }
    }

    /// The position of the widget in a higher space. Default: `.fill`.
    public var verticalAlignment: Alignment {
        get { Alignment(gtk_widget_get_valign(gtk)) }
        set { gtk_widget_set_valign(gtk, newValue.gtk) }
    }

    /// The margins around the widget, in logical pixels.
    public var margins: Margins {
        get {
            Margins(
                top: Int(gtk_widget_get_margin_top(gtk)),
                leading: Int(gtk_widget_get_margin_start(gtk)),
                bottom: Int(gtk_widget_get_margin_bottom(gtk)),
                trailing: Int(gtk_widget_get_margin_end(gtk))
            )
        }
        set {
            LayoutGuard.noteRequest(of: self)
            gtk_widget_set_margin_top(gtk, gint(newValue.top))
            gtk_widget_set_margin_start(gtk, gint(newValue.leading))
            gtk_widget_set_margin_bottom(gtk, gint(newValue.bottom))
            gtk_widget_set_margin_end(gtk, gint(newValue.trailing))
        }
    }

    /// Sets the minimum size, in logical pixels. `nil`: the widget's own minimum.
    public func setMinimumSize(width: Int? = nil, height: Int? = nil) {
        LayoutGuard.noteRequest(of: self)
        gtk_widget_set_size_request(gtk, gint(width ?? -1), gint(height ?? -1))
    }

    /// Requests a new layout of the window, because the size that the widget needs has changed.
    func requestLayout() {
        LayoutGuard.noteRequest(of: self)
        gtk_widget_queue_resize(gtk)
    }

    /// Requests a new layout of the widget's children, in the size that it has.
    func requestAllocation() {
        LayoutGuard.noteRequest(of: self)
        gtk_widget_queue_allocate(gtk)
    }

    /// The width from the last layout, in logical pixels. 0 before the first layout.
    public var width: Int { Int(gtk_widget_get_width(gtk)) }

    /// The height from the last layout, in logical pixels. 0 before the first layout.
    public var height: Int { Int(gtk_widget_get_height(gtk)) }

    /// The number of screen pixels per logical pixel, in each direction. Observable.
    public var scaleFactor: Int { property("scale-factor").value }

    /// Whether the reading direction is from right to left.
    public var isRightToLeft: Bool {
        get { gtk_widget_get_direction(gtk) == GTK_TEXT_DIR_RTL }
        set { gtk_widget_set_direction(gtk, newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
    }

    /// Returns a point of this widget in the coordinates of another one in the same window.
    public func convert(x: Double, y: Double, to other: Widget) -> (x: Double, y: Double) {
        var (point, converted) = (graphene_point_t(x: Float(x), y: Float(y)), graphene_point_t())
        guard gtk_widget_compute_point(gtk, other.gtk, &point, &converted) != 0 else { return (x, y) }
        return (Double(converted.x), Double(converted.y))
    }

    /// Returns a widget's place in its parent, as of the last layout that has placed it.
    static func place(of widget: UnsafeMutablePointer<GtkWidget>) -> GtkAllocation {
        var bounds = graphene_rect_t()
        let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
        guard let parent = gtk_widget_get_parent(widget), gtk_widget_compute_bounds(widget, parent, &bounds) != 0 else {
            return GtkAllocation(x: 0, y: 0, width: width, height: height)
        }
        return GtkAllocation(
            x: gint(bounds.origin.x.rounded()), y: gint(bounds.origin.y.rounded()),
            width: gint(bounds.size.width.rounded(.up)), height: gint(bounds.size.height.rounded(.up)))
    }
}
