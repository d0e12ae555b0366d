internal import CAdwaita

/// A slider for a whole number.
@MainActor
public final class Slider: Widget {
    /// Called when the user chooses another value.
    public var onChange: ((_ value: Int) -> Void)?

    private var isSetting = false

    /// Creates a slider.
    ///
    /// - Parameters:
    ///   - step: How far an arrow key moves.
    ///   - page: How far a Page key moves.
    public init(accessibleLabel: String, step: Int = 1, page: Int = 10) {
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1))
        gtk_scale_set_draw_value(object.cast(), 0)
        gtk_range_set_increments(object.cast(), Double(step), Double(page))
        gtk_range_set_round_digits(object.cast(), 0)
        setAccessibleLabel(accessibleLabel)
        listen(to: "value-changed") { [weak self] _ in
            guard let self, !isSetting else { return }
            onChange?(value)
        }
    }

    /// The value.
    public var value: Int { Int(gtk_range_get_value(object.cast())) }

    /// Shows a value.
    ///
    /// - Parameters:
    ///   - value: The value, which is put into the range if it is outside.
    ///   - range: The values that the user can choose.
    ///   - text: What screen readers say for the value.
    public func show(_ value: Int, in range: ClosedRange<Int>, text: String) {
        isSetting = true
        defer { isSetting = false }
        gtk_range_set_range(object.cast(), Double(range.lowerBound), Double(range.upperBound))
        gtk_range_set_value(object.cast(), Double(value))
        setAccessibleValueText(text)
    }
}
