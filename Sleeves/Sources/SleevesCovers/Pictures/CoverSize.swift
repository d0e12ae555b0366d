/// The sizes of stored covers.
public enum CoverSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// The size for an ordinary screen. An import makes only this one, because twice the pixels take twice the time.
    case standard
    /// The size for a screen at scale 2, made on demand.
    case double

    /// The maximum side, in pixels. Smaller pictures stay unchanged.
    public var pixels: Int {
        switch self {
        case .standard: 200
        case .double: 400
        }
    }

    /// Chooses the size for a screen's scale factor.
    public init(scale: Int) {
        self = scale > 1 ? .double : .standard
    }
}
