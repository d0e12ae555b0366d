/// How large a cover is kept.
public enum CoverSize: String, Sendable, Hashable, Codable, CaseIterable {
    /// What a usual screen shows. An import makes only this one, because twice the pixels take twice the time.
    case standard
    /// What a screen at scale 2 shows: made when one asks.
    case double

    /// The longest side, in pixels. A picture that is smaller stays as it is.
    public var pixels: Int {
        switch self {
        case .standard: 200
        case .double: 400
        }
    }

    /// The size for a screen's scale factor.
    public init(scale: Int) {
        self = scale > 1 ? .double : .standard
    }
}
