/// The sizes of stored covers.
public enum CoverSize: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The size for a wall of covers on an ordinary screen. An import makes only this one, because twice the pixels take twice the time.
    case standard
    /// The size for larger covers, or a screen at scale 2; made on demand.
    case double
    /// The size for larger covers on a screen at scale 2; made on demand.
    case quadruple
    /// The size for a cover that fills a page or the screen; made on demand.
    case large

    /// The maximum side, in pixels. Smaller pictures stay unchanged.
    public var pixels: Int {
        switch self {
        case .standard: 200
        case .double: 400
        case .quadruple: 800
        case .large: 1_200
        }
    }

    /// Chooses the smallest size that is sharp at a number of pixels, or the largest size.
    public init(pixels: Int) {
        self = Self.allCases.first { $0.pixels >= pixels } ?? .large
    }

    /// Returns whether the left size is smaller.
    public static func < (left: CoverSize, right: CoverSize) -> Bool {
        left.pixels < right.pixels
    }
}
