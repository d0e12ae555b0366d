import HorizontalScroller
import Testing

struct RubberBandTests {
    private let band = RubberBand(range: 0...1_000, dimension: 320, elasticity: 0.55)

    @Test func `within the range the strip follows exactly`() {
        for offset in [0.0, 1, 500, 1_000] {
            #expect(band.shown(offset) == offset)
            #expect(band.asked(offset) == offset)
        }
    }

    @Test func `beyond the range the strip follows less and less, and never by its whole width`() {
        var last = 1_000.0
        var lastStep = 320.0
        for pull in stride(from: 20.0, through: 5_000, by: 20) {
            let shown = band.shown(1_000 + pull)
            #expect(shown > last && shown < 1_320)
            #expect(shown - last < lastStep)
            lastStep = shown - last
            last = shown
        }
    }

    @Test func `both ends resist alike`() {
        #expect(abs(band.shown(-100) + band.shown(1_100) - 1_000) < 1e-9)
    }

    @Test(arguments: [-900, -100, -1, 1_001, 1_100, 1_900])
    func `the requested offset can be computed from the shown one`(asked: Double) {
        #expect(abs(band.asked(band.shown(asked)) - asked) < 1e-6)
    }

    @Test func `without elasticity the strip stops at its ends`() {
        let wall = RubberBand(range: 0...1_000, dimension: 320, elasticity: 0)
        #expect(wall.shown(-1) == 0)
        #expect(wall.shown(2_000) == 1_000)
        #expect(wall.asked(2_000) == 1_000)
    }
}
