internal import CAdwaita

/// A line from one point to another. A bent one leaves and arrives horizontally.
public struct Curve: Hashable, Sendable {
    /// The first point.
    public var start: Spot
    /// The last point.
    public var end: Spot
    /// The length of the arrow's head at the end; zero for none.
    public var head: Double
    /// Whether it is bent.
    public var isBent: Bool
    /// The colour.
    public var paint: Paint

    /// Creates a curve.
    public init(from start: Spot, to end: Spot, head: Double = 0, isBent: Bool = true, _ paint: Paint) {
        (self.start, self.end, self.head, self.isBent, self.paint) = (start, end, head, isBent, paint)
    }

    /// The area that contains it, without the width of its line.
    var area: Area {
        let edge = head / 2
        return Area(
            x: min(start.x, end.x) - edge, y: min(start.y, end.y) - edge, width: abs(end.x - start.x) + 2 * edge,
            height: abs(end.y - start.y) + 2 * edge)
    }

    func draw(with cairo: OpaquePointer) {
        cairo_set_source_rgba(cairo, paint.red, paint.green, paint.blue, paint.opacity)
        guard isBent else { return drawStraight(with: cairo) }
        let direction: Double = end.x < start.x ? -1 : 1
        let bend = direction * max(abs(end.x - start.x) / 2, 12)
        let tip = end.x - direction * head
        cairo_move_to(cairo, start.x, start.y)
        cairo_curve_to(cairo, start.x + bend, start.y, tip - bend, end.y, tip, end.y)
        cairo_stroke(cairo)
        guard head > 0 else { return }
        cairo_move_to(cairo, end.x, end.y)
        cairo_line_to(cairo, tip, end.y - head / 2)
        cairo_line_to(cairo, tip, end.y + head / 2)
        cairo_fill(cairo)
    }

    private func drawStraight(with cairo: OpaquePointer) {
        cairo_move_to(cairo, start.x, start.y)
        cairo_line_to(cairo, end.x, end.y)
        cairo_stroke(cairo)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard head > 0, length > head else { return }
        let (x, y) = (dx / length * head, dy / length * head)
        cairo_move_to(cairo, end.x, end.y)
        cairo_line_to(cairo, end.x - x - y / 2, end.y - y + x / 2)
        cairo_line_to(cairo, end.x - x + y / 2, end.y - y - x / 2)
        cairo_fill(cairo)
    }
}
