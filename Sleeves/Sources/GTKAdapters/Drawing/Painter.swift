internal import CAdwaita

/// The means by which a ``Canvas`` draws, valid only during the call that receives it.
@MainActor
public struct Painter {
    let snapshot: OpaquePointer
    let canvas: Canvas

    /// The whole canvas.
    public var area: Area { Area(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height)) }

    // MARK: Rectangles

    /// Fills a rectangle with rounded corners.
    public func fill(_ area: Area, radius: Double = 0, _ paint: Paint) {
        var (bounds, colour) = (area.graphene, paint.gdk)
        guard radius > 0 else { return gtk_snapshot_append_color(snapshot, &colour, &bounds) }
        var rounded = GskRoundedRect()
        gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(min(radius, area.width / 2, area.height / 2)))
        gtk_snapshot_push_rounded_clip(snapshot, &rounded)
        gtk_snapshot_append_color(snapshot, &colour, &bounds)
        gtk_snapshot_pop(snapshot)
    }

    /// Draws a line along the inner side of a rectangle's edge.
    public func outline(_ area: Area, radius: Double = 0, width: Double = 1, _ paint: Paint) {
        var (bounds, rounded) = (area.graphene, GskRoundedRect())
        gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
        let widths = [Float](repeating: Float(width), count: 4)
        let colours = [GdkRGBA](repeating: paint.gdk, count: 4)
        gtk_snapshot_append_border(snapshot, &rounded, widths, colours)
    }

    // MARK: Text

    /// Returns the width and the height of a text in one line.
    public func measure(_ text: String, _ size: TextSize) -> (width: Double, height: Double) {
        guard let layout = canvas.texts.layout(text, size, width: 0) else { return (0, 0) }
        var extents = PangoRectangle()
        withExtendedLifetime(layout) { pango_layout_get_pixel_extents(layout.opaque, nil, &extents) }
        return (Double(extents.width), Double(extents.height))
    }

    /// Draws a text in one line. What doesn't fit is replaced by an ellipsis: in the middle, or at the end of a
    /// caption.
    ///
    /// - Parameters:
    ///   - area: Where it may be. It is in the middle of its height.
    ///   - alignment: `.start`, `.center` or `.end` of the width, in the reading direction.
    public func draw(_ text: String, _ size: TextSize = .body, in area: Area, alignment: Alignment = .start, _ paint: Paint) {
        guard area.width >= 1, let layout = canvas.texts.layout(text, size, width: area.width) else { return }
        var extents = PangoRectangle()
        pango_layout_get_pixel_extents(layout.opaque, nil, &extents)
        let isRight = (alignment == .end) != canvas.isRightToLeft
        let free = area.width - Double(extents.width)
        let x = area.x + (alignment == .center ? free / 2 : isRight ? free : 0)
        var point = graphene_point_t(
            x: Float(x - Double(extents.x)), y: Float(area.y + (area.height - Double(extents.height)) / 2 - Double(extents.y)))
        var colour = paint.gdk
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &point)
        gtk_snapshot_append_layout(snapshot, layout.opaque, &colour)
        gtk_snapshot_restore(snapshot)
    }

    // MARK: Curves

    /// Draws curves.
    ///
    /// - Parameters:
    ///   - bounds: The area to draw in.
    ///   - width: The width of the lines.
    public func stroke(_ curves: [Curve], in bounds: Area, width: Double) {
        // As little as possible: some renderers make a picture of the area.
        guard let first = curves.first else { return }
        let around = curves.dropFirst().reduce(first.area) { $0.union($1.area) }.inset(by: -width)
        guard let drawn = around.intersection(bounds) else { return }
        // In a drawing of their own that begins at the origin: GTK 4.8 shows no other ones in a browser.
        let corner = Spot(x: drawn.x.rounded(.down), y: drawn.y.rounded(.down))
        var bounds = Area(x: 0, y: 0, width: drawn.right - corner.x, height: drawn.bottom - corner.y).graphene
        guard let recording = gtk_snapshot_new() else { return }
        if let cairo = gtk_snapshot_append_cairo(recording, &bounds) {
            cairo_translate(cairo, -corner.x, -corner.y)
            cairo_set_line_width(cairo, width)
            for curve in curves { curve.draw(with: cairo) }
            cairo_destroy(cairo)
        }
        guard let node = gtk_snapshot_free_to_node(recording) else { return }
        defer { gsk_render_node_unref(node) }
        transformed(origin: corner) { painter in gtk_snapshot_append_node(painter.snapshot, node) }
    }

    // MARK: Layers

    /// Draws with coordinates that are moved and scaled.
    ///
    /// - Parameters:
    ///   - origin: Where the point (0, 0) is.
    ///   - scale: The length of a unit.
    public func transformed(origin: Spot, scale: Double = 1, _ body: (Painter) -> Void) {
        var point = graphene_point_t(x: Float(origin.x), y: Float(origin.y))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &point)
        gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
        body(self)
        gtk_snapshot_restore(snapshot)
    }

    /// Draws only inside an area.
    public func clipped(to area: Area, _ body: (Painter) -> Void) {
        var bounds = area.graphene
        gtk_snapshot_push_clip(snapshot, &bounds)
        body(self)
        gtk_snapshot_pop(snapshot)
    }

    /// Draws a layer, which keeps what was drawn for the next frames.
    ///
    /// - Parameter body: Draws the layer's contents. Called only if the layer has none.
    public func draw(_ layer: DrawingLayer, _ body: (Painter) -> Void) {
        if !layer.isDrawn, let recording = gtk_snapshot_new() {
            body(Painter(snapshot: recording, canvas: canvas))
            layer.keep(gtk_snapshot_free_to_node(recording))
        }
        if let node = layer.node { gtk_snapshot_append_node(snapshot, node) }
    }
}
