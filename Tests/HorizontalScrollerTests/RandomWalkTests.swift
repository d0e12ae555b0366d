import HorizontalScroller
import Testing

/// Any sequence of actions by users, delegates and hosts, from a seed that identifies a failure.
@MainActor
struct RandomWalkTests {
    @Test(arguments: 1...60)
    func `after any sequence of input, the scroller is consistent with itself and its screen`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let offset: Double? = Bool.random(using: &random) ? nil : Double.random(in: 0...400, using: &random)
        let stage = Stage(
            count: Int.random(in: 0...30, using: &random),
            initial: Int.random(in: -2...32, using: &random),
            metrics: .init(
                leadingOffset: offset,
                trailingOffset: Bool.random(using: &random) ? nil : offset,
                margin: Int.random(in: 0...3, using: &random),
                layoutDirection: Bool.random(using: &random) ? .leftToRight : .rightToLeft
            ),
            motion: .init(
                centringDuration: Int.random(in: 0...4, using: &random) == 0 ? 0 : 0.25,
                longestGlide: Double.random(in: 0.1...6, using: &random),
                rubberBanding: Double.random(in: 0...1, using: &random)
            )
        )
        stage.check()
        for _ in 0..<300 {
            let before = stage.shelf.selections
            step(stage, &random)
            stage.check()
            let told = stage.shelf.selections.dropFirst(before.count)
            #expect(told.count <= 1, "after one action, the delegate was notified of \(told)")
            if let last = told.last { #expect(stage.scroller.currentIndex == last) }
        }
        stage.scroller.dragCancelled()
        stage.finish()
        stage.check()
        if let current = stage.scroller.currentIndex, offset == nil {
            #expect(stage.scroller.offset == Double(current) * (stage.scroller.metrics.itemWidth + 10))
        }
    }

    @Test(arguments: 1...60)
    func `each completed drag notifies the delegate exactly once, of the item that is then centred`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stage = Stage(count: 50, initial: 25)
        for _ in 0..<20 {
            let before = stage.shelf.selections.count
            let translation = Double.random(in: 9...600, using: &random) * (Bool.random(using: &random) ? 1 : -1)
            stage.drag(by: translation, velocity: Double.random(in: -4_000...4_000, using: &random))
            stage.finish()
            #expect(stage.shelf.selections.count == before + 1)
            #expect(stage.shelf.selections.last == stage.scroller.currentIndex)
            #expect(stage.scroller.currentIndex.flatMap { stage.host.placement(of: $0) }?.distanceFromCentre == 0)
            stage.check()
        }
    }

    private func step(_ stage: Stage, _ random: inout SeededGenerator) {
        let scroller = stage.scroller
        let point = ScrollerPoint(x: .random(in: -20...700, using: &random), y: .random(in: -10...130, using: &random))
        let velocity = Double.random(in: -3_000...3_000, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: scroller.dragBegan(at: point)
        case 1, 2, 3: scroller.dragMoved(by: .random(in: -900...900, using: &random))
        case 4: scroller.dragEnded(velocity: velocity)
        case 5: scroller.dragCancelled()
        case 6: scroller.tap(at: point)
        case 7: scroller.keyPressed(ScrollerKey.allCases.randomElement(using: &random) ?? .home)
        case 8:
            stage.shelf.count = Int.random(in: 0...30, using: &random)
            scroller.reload()
        case 9:
            stage.host.viewportSize.width = [0, 60, 320, 641.3].randomElement(using: &random) ?? 320
            scroller.hostDidResize()
        case 10: scroller.select(.random(in: -3...33, using: &random), animated: .random(using: &random))
        case 11: scroller.scrollMoved(by: .random(in: -300...300, using: &random))
        case 12: scroller.scrollEnded(velocity: velocity)
        case 13: scroller.wheelTurned(dx: .random(in: -2...2, using: &random), dy: Double(Int.random(in: -1...1, using: &random)))
        case 14: scroller.metrics.itemWidth = Double([50, 100].randomElement(using: &random) ?? 100)
        case 15: Bool.random(using: &random) ? scroller.hostDidDisappear() : scroller.hostDidAppear()
        default: stage.frame(after: .random(in: 0...0.2, using: &random))
        }
    }
}
