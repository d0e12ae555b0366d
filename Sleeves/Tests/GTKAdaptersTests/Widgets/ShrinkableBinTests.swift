import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A container that may be narrower than its child")
    struct ShrinkableBinTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("It needs no width, cuts its child off, and reports how much the child needs")
        func cuts() {
            let child = Label("Child")
            child.setMinimumSize(width: 600, height: 20)
            let bin = ShrinkableBin(child)
            var fits: [[Int]] = []
            bin.onFit = { width, needed in fits.append([width, needed]) }
            let window = TestApplication.show(bin, width: 400)
            #expect(bin.widths.minimum == 0)
            TestApplication.turn("the widths are reported") { fits.last == [bin.width, 600] }
            #expect(bin.width < 600 && child.width == 600)
            child.setMinimumSize(width: 100)
            TestApplication.turn("the child fits") { fits.last == [bin.width, 100] && child.width == bin.width }
            window.destroy()
        }
    }
}
