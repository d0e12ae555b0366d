internal import CAdwaita

/// A thin line between widgets.
@MainActor
public final class Separator: Widget {
    /// Creates a line with an orientation.
    public init(_ orientation: Orientation = .horizontal) {
        super.init(gtk_separator_new(orientation.gtk))
    }
}
