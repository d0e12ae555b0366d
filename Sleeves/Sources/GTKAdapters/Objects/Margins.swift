/// The margins at the four sides of a widget, in logical pixels.
public struct Margins: Equatable, Sendable {
    /// Above.
    public var top: Int
    /// At the side where reading starts.
    public var leading: Int
    /// Below.
    public var bottom: Int
    /// At the side where reading ends.
    public var trailing: Int

    /// Creates margins, each 0 unless given.
    public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    /// Creates margins with one value for all four sides.
    public init(_ all: Int) {
        self.init(top: all, leading: all, bottom: all, trailing: all)
    }

    /// Creates margins with one value for the two sides of each direction.
    public init(horizontal: Int, vertical: Int) {
        self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
    }
}
