internal import CAdwaita

/// The position of a widget in a larger space.
public enum Alignment: Sendable {
    /// Fills the space.
    case fill
    /// At the side where reading starts, or at the top.
    case start
    /// In the middle.
    case center
    /// At the side where reading ends, or at the bottom.
    case end
    /// On the baseline of the texts beside it.
    case baseline

    init(_ value: GtkAlign) {
        switch value {
        case GTK_ALIGN_START: self = .start
        case GTK_ALIGN_CENTER: self = .center
        case GTK_ALIGN_END: self = .end
        case GTK_ALIGN_BASELINE: self = .baseline
        default: self = .fill
        }
    }

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        case .baseline: GTK_ALIGN_BASELINE
        }
    }
}
