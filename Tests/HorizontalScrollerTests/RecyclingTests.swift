import HorizontalScroller
import Testing

@MainActor
struct RecyclingTests {
    @Test func `only the visible items and the margin have views`() {
        let stage = Stage(count: 100, initial: 50)
        // 320 points show one whole item in the middle and one on either side; the margin is two more.
        #expect(stage.scroller.placedIndices == 47..<54)
        #expect(stage.host.shownIndices == Array(47..<54))
    }

    @Test func `at an end the margin is cut off`() {
        #expect(Stage(count: 100).scroller.placedIndices == 0..<4)
        #expect(Stage(count: 100, initial: 99).scroller.placedIndices == 96..<100)
        #expect(Stage(count: 2).scroller.placedIndices == 0..<2)
    }

    @Test func `100,000 items cost no more views than 100`() {
        var made: [Int] = []
        for count in [100, 100_000] {
            let stage = Stage(count: count)
            for _ in 0..<20 {
                stage.drag(by: -100, velocity: -3_000)
                stage.finish()
            }
            stage.scroller.keyPressed(.end)
            stage.finish()
            #expect(stage.scroller.currentIndex == count - 1)
            #expect(stage.scroller.offset == Double(count - 1) * 110)
            stage.scroller.select(count / 2, animated: false)
            stage.check()
            made.append(stage.shelf.cardsMade)
        }
        #expect(made[1] <= made[0])
        // Four visible, and two in the margin on each side.
        #expect(made[0] <= 8)
    }

    @Test func `a view that leaves is reused for the next one`() {
        let stage = Stage(count: 100, initial: 50)
        stage.shelf.forgetRecords()
        for index in 51..<80 { stage.scroller.select(index, animated: false) }
        #expect(stage.shelf.cardsMade == 0)
        #expect(stage.shelf.viewQuestions == Array(54..<83))
        stage.check()
    }

    @Test func `surplus views are released beyond what the viewport can show`() {
        let stage = Stage(count: 1_000, initial: 500, viewport: .init(width: 5_000, height: 120))
        weak var card: Card?
        card = stage.scroller.view(at: 480)
        #expect(card != nil)
        stage.host.viewportSize.width = 320
        stage.scroller.hostDidResize()
        var spare = 0
        while stage.scroller.dequeueReusableView() != nil { spare += 1 }
        #expect(spare <= 8)
        #expect(card == nil)
    }

    @Test func `a delegate that never reuses views doesn't make the pool grow`() {
        let stage = Stage(count: 1_000)
        stage.shelf.reusesCards = false
        for index in 0..<500 { stage.scroller.select(index, animated: false) }
        stage.check()
        var spare = 0
        while stage.scroller.dequeueReusableView() != nil { spare += 1 }
        #expect(spare <= 8)
    }

    @Test func `placements carry the distance from the centre in items`() {
        let stage = Stage(count: 100, initial: 50)
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: -55)
        #expect(stage.host.placement(of: 50)?.distanceFromCentre == -0.5)
        #expect(stage.host.placement(of: 51)?.distanceFromCentre == 0.5)
        #expect(stage.host.placement(of: 53)?.distanceFromCentre == 2.5)
        #expect(stage.host.placement(of: 50)?.isSelected == true)
        #expect(stage.host.placement(of: 51)?.isSelected == false)
    }

    @Test func `a view that does not move is not placed again`() {
        let stage = Stage(initial: 4)
        stage.host.forgetEvents()
        stage.scroller.hostDidResize()
        stage.scroller.advance(to: 5)
        stage.scroller.select(4)
        #expect(stage.host.events == [])
    }

    @Test func `without a viewport there are no views, and with one there are`() {
        let stage = Stage(initial: 4, viewport: .zero)
        #expect(stage.shelf.viewQuestions == [])
        #expect(stage.scroller.currentIndex == 4)
        stage.host.viewportSize = .init(width: 320, height: 120)
        stage.scroller.hostDidResize()
        #expect(stage.host.placement(of: 4)?.frame.centre.x == 160)
        stage.check()
    }
}
