/// The resistance of a strip that is pulled beyond its ends.
///
/// A pull of `x` points moves the strip by `d · (1 - 1 / (x · c / d + 1))` points, where `d` is the viewport's width and `c` the
/// elasticity: initially `c · x`, and never as far as `d`. The formula was derived from observations of UIScrollView, with c = 0.55.
package struct RubberBand: Hashable, Sendable {
    /// The offsets without resistance, in points.
    package var range: ClosedRange<Double>

    /// The distance that the strip never reaches, in points.
    package var dimension: Double

    /// The degree to which the strip follows at first; 0 doesn't follow at all.
    package var elasticity: Double

    /// Creates a resistance.
    package init(range: ClosedRange<Double>, dimension: Double, elasticity: Double) {
        self.range = range
        self.dimension = dimension
        self.elasticity = elasticity
    }

    /// Returns the offset at which to show the strip when the pointer asks for another, in points.
    package func shown(_ asked: Double) -> Double {
        let nearest = min(max(asked, range.lowerBound), range.upperBound)
        let pull = asked - nearest
        guard pull != 0, elasticity > 0, dimension > 0 else { return nearest }
        let moved = dimension * (1 - 1 / (abs(pull) * elasticity / dimension + 1))
        return pull > 0 ? nearest + moved : nearest - moved
    }

    /// Returns the offset that the pointer asks for when the strip is shown at another: the inverse of ``shown(_:)``.
    package func asked(_ shown: Double) -> Double {
        let nearest = min(max(shown, range.lowerBound), range.upperBound)
        let moved = shown - nearest
        guard moved != 0, elasticity > 0, dimension > 0 else { return nearest }
        // After rounding, or if the viewport shrank, the strip may be shown further out than any pull could bring it.
        let share = min(abs(moved) / dimension, 0.99)
        let pull = (1 / (1 - share) - 1) * dimension / elasticity
        return moved > 0 ? nearest + pull : nearest - pull
    }
}
