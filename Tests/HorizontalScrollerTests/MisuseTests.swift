import HorizontalScroller
import Testing

@MainActor
struct MisuseTests {
    @Test func `an item without width traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = HorizontalScroller<Card>(metrics: .init(itemWidth: 0)) }
        }
        expectMessage(of: result, contains: "give finite sides of more than 0 points")
    }

    @Test func `a negative padding traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { HorizontalScroller<Card>().metrics.padding = -1 }
        }
        expectMessage(of: result, contains: "give a finite number of points, 0 or more")
    }

    @Test func `a negative offset traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { HorizontalScroller<Card>().metrics.leadingOffset = -1 }
        }
        expectMessage(of: result, contains: "nil to centre the end items")
    }

    @Test func `a negative margin traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { HorizontalScroller<Card>().metrics.margin = -1 }
        }
        expectMessage(of: result, contains: "give a number of items from 0 to 1,000")
    }

    @Test func `a motion without friction traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { HorizontalScroller<Card>().motion.friction = 0 }
        }
        expectMessage(of: result, contains: "give a finite number of more than 0 per second")
    }

    @Test func `a longest glide of 0 traps with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { HorizontalScroller<Card>().motion.longestGlide = 0 }
        }
        expectMessage(of: result, contains: "give a finite number of viewports of more than 0")
    }
}
