import HorizontalScroller
import Testing

struct ScrollerSizeTests {
    @Test func `a size is empty unless both sides are finite and greater than zero`() {
        let sides: [Double] = [0.1, 320, 0, -1, .infinity, -.infinity, .nan]
        for width in sides {
            for height in sides {
                let isUsable = [width, height].allSatisfy { $0 == 0.1 || $0 == 320 }
                #expect(ScrollerSize(width: width, height: height).isEmpty == !isUsable)
            }
        }
    }
}
