import HorizontalScroller
import Testing

@testable import GTKAdapters

@Suite("The sizes of a strip's items")
struct ItemSizingTests {
    private let sizing = ItemSizing(sides: 112...400, widthShare: 0.5, padding: 0.15, margin: 28)

    @Test("The item in the middle fits the height with its margins, and leaves half of the width to its neighbours, within its limits")
    func fits() {
        for width in stride(from: 100.0, through: 2_400, by: 50) {
            for height in stride(from: 100.0, through: 800, by: 20) {
                let side = sizing.side(in: ScrollerSize(width: width, height: height))
                #expect((112...400).contains(side) && side == side.rounded())
                #expect(side == 112 || (side <= height - 56 && side <= width / 2))
                // As large as possible.
                #expect(side == 400 || side + 1 > height - 56 || side + 1 > width / 2)
            }
        }
    }

    @Test("The other items are smaller by the scale, and everything grows in proportion")
    func metrics() {
        let metrics = sizing.adapt(
            HorizontalScrollerMetrics(margin: 3, layoutDirection: .rightToLeft), to: ScrollerSize(width: 2_000, height: 256), scale: 1.25)
        #expect(metrics.itemWidth == 160 && metrics.itemHeight == 160 && metrics.padding == 30)
        #expect(metrics.margin == 3 && metrics.layoutDirection == .rightToLeft)
    }
}
