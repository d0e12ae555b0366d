import GTKAdapters

/// The frame of a page beside the wall: a square at the top, and below it what scrolls with it, no wider than the square.
@MainActor
final class PageFrame: Bin {
    /// The sides that the square may have, in logical pixels.
    static let sides = 264...432
    /// The space around the contents, in logical pixels.
    private static let margins = Margins(horizontal: 12, vertical: 24)
    /// The part of a window's width that the square takes beside the wall.
    private static let share = 0.24

    private let square: Square
    private let scrolled = ScrolledWindow()
    private let clamp = Clamp(width: sides.upperBound + margins.leading + margins.trailing, isAbrupt: true)

    /// - Parameters:
    ///   - top: The contents of the square.
    ///   - rest: The widgets below it.
    init(_ top: Widget, _ rest: [Widget]) {
        square = Square(top, minimum: Self.sides.lowerBound, limit: Self.sides.upperBound)
        super.init()
        let column = Box(.vertical, spacing: 24, [square] + rest)
        column.margins = Self.margins
        scrolled.child = column
        scrolled.expandsVertically = true
        // A page is as wide as the square wants to be, whatever else is on it.
        scrolled.keepsNaturalWidth = true
        clamp.child = scrolled
        child = clamp
        expandsHorizontally = false
    }

    /// Adapts the width to the window's: beside the wall, which needs room for covers of its own, a page takes little more than a quarter.
    func makeRoom(windowWidth: Int, isBesideWall: Bool) {
        let wanted = isBesideWall ? Int(Double(windowWidth) * Self.share) : Self.sides.upperBound
        square.limit = min(max(wanted, Self.sides.lowerBound), Self.sides.upperBound)
        clamp.widthLimit = square.limit + Self.margins.leading + Self.margins.trailing
    }

    func scrollToTop() {
        scrolled.scrollToTop()
    }
}
