internal import CAdwaita

/// A thin line between widgets.
@MainActor
public final class Separator: Widget {
    /// Creates a line in a direction.
    public init(_ orientation: Orientation = .horizontal) {
        super.init(gtk_separator_new(orientation.gtk))
    }
}
