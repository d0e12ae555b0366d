import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A column that is shared")
    struct SharedColumnTests {
        init() {
            _ = TestApplication.shared
        }

        @Test(
            "The upper widget has the height that it wants, at most its share, and at least its minimum",
            arguments: [(natural: 140, height: 600), (500, 600), (500, 400), (500, 200)])
        func shares(natural: Int, height: Int) {
            let (content, lower) = (Label("Content"), Label("Lower"))
            content.setMinimumSize(height: natural)
            let upper = ScrolledWindow(content)
            upper.heightLimit = 1_000
            upper.setMinimumSize(height: 120)
            let column = SharedColumn(upper, lower, share: 0.5)
            let window = TestApplication.show(column, height: height)
            TestApplication.turn { lower.height > 0 }
            #expect(upper.height == min(natural, max(120, column.height / 2)))
            #expect(upper.height + lower.height == column.height)
            #expect(upper.width == column.width && lower.width == column.width)
            window.destroy()
        }
    }
}
