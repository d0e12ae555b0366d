internal import CAdwaita

/// A bar that fills a part of its length in the accent colour. A vertical bar fills from the bottom.
///
/// Screen readers don't find the bar. The widget that contains it says the number.
@MainActor
public final class LevelBar: Widget {
    /// Creates a bar.
    ///
    /// - Parameters:
    ///   - fraction: the filled part, 0 to 1.
    ///   - orientation: the direction of the bar.
    public init(_ fraction: Double, _ orientation: Orientation = .horizontal) {
        super.init(gtk_level_bar_new())
        gtk_orientable_set_orientation(opaque, orientation.gtk)
        gtk_level_bar_set_inverted(opaque, orientation == .vertical ? 1 : 0)
        // GTK's own marks give low and full bars other colours.
        for mark in [GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH, GTK_LEVEL_BAR_OFFSET_FULL] {
            gtk_level_bar_remove_offset_value(opaque, mark)
        }
        gtk_level_bar_set_value(opaque, min(1, max(0, fraction)))
        setAccessibleHidden(true)
    }
}
