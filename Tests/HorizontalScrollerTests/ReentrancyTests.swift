import HorizontalScroller
import Testing

@MainActor
struct ReentrancyTests {
    @Test func `select from within a selection takes effect after it, and both are reported in order`() {
        let stage = Stage()
        var seen: [Int?] = []
        stage.shelf.onSelect = { scroller, index in
            if index == 3 { scroller.select(7) }
            seen.append(scroller.currentIndex)
        }
        stage.scroller.select(3)
        #expect(stage.shelf.selections == [3, 7])
        #expect(seen == [3, 7])
        stage.finish()
        stage.check()
    }

    @Test func `reload from within a selection is safe and repeats nothing`() {
        let stage = Stage()
        stage.shelf.onSelect = { [unowned stage] scroller, _ in
            stage.shelf.count = 5
            scroller.reload()
        }
        stage.scroller.select(8)
        #expect(stage.shelf.selections == [8, 4])
        #expect(stage.scroller.currentIndex == 4)
        stage.check()
    }

    @Test func `reload and select from within viewAt wait until all views exist`() {
        let stage = Stage(isOnScreen: false)
        var asked = false
        stage.shelf.onView = { scroller, _ in
            guard !asked else { return }
            asked = true
            scroller.select(6, animated: false)
            scroller.reload()
            scroller.reload()
            #expect(scroller.currentIndex == 0)
        }
        stage.scroller.reload()
        #expect(stage.shelf.countQuestions == 2)
        #expect(stage.shelf.selections == [6])
        stage.check()
    }

    @Test func `reload from within numberOfViews runs afterwards`() {
        let stage = Stage(isOnScreen: false)
        stage.shelf.onCount = { [unowned stage] scroller in
            if stage.shelf.countQuestions == 1 { scroller.reload() }
        }
        stage.scroller.reload()
        #expect(stage.shelf.countQuestions == 2)
        stage.check()
    }

    @Test func `a host can call back while it places a view`() {
        let stage = Stage(isOnScreen: false)
        stage.host.onPlace = { [unowned stage] _ in
            stage.host.onPlace = nil
            stage.scroller.select(5, animated: false)
        }
        stage.scroller.hostDidAppear()
        #expect(stage.scroller.currentIndex == 5)
        stage.check()
    }

    @Test func `the delegate can be replaced from within its own methods`() {
        let other = Shelf(count: 2, initial: 1)
        let stage = Stage()
        stage.shelf.onSelect = { scroller, _ in
            scroller.delegate = other
            scroller.reload()
        }
        stage.scroller.select(5)
        #expect(stage.scroller.currentIndex == 1)
        #expect(other.selections == [])
        #expect(stage.host.shownIndices == [0, 1])
        stage.check()
    }

    @Test func `the host can be replaced while views are being created`() {
        let stage = Stage(isOnScreen: false)
        let other = RecordingHost(viewportSize: .init(width: 500, height: 120))
        stage.shelf.onView = { scroller, index in
            if index == 1 { scroller.host = other }
        }
        stage.scroller.reload()
        #expect(stage.host.shownIndices == [])
        #expect(stage.host.complaints == [] && other.complaints == [])
        #expect(other.shownIndices == Array(stage.scroller.placedIndices))
        #expect(stage.scroller._checkInvariants() == [])
    }

    @Test func `a delegate that selects endlessly is stopped with a message that names the fix`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let stage = Stage()
                stage.shelf.onSelect = { scroller, index in scroller.select(1 - index) }
                stage.scroller.select(1)
            }
        }
        expectMessage(of: result, contains: "Do not call reload() or select(_:animated:) unconditionally")
    }
}
