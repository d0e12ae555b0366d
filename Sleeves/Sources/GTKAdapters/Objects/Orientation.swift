internal import CAdwaita

/// The direction in which a widget lays out its content.
public enum Orientation: Sendable {
    /// Side by side, in reading direction.
    case horizontal
    /// From top to bottom.
    case vertical

    var gtk: GtkOrientation {
        switch self {
        case .horizontal: GTK_ORIENTATION_HORIZONTAL
        case .vertical: GTK_ORIENTATION_VERTICAL
        }
    }
}
