import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A leaflet")
    struct LeafletTests {
        private let first: Bin
        private let second: Bin
        private let field: Entry

        init() {
            _ = TestApplication.shared
            field = Entry("Field")
            (first, second) = (Bin(Label("First")), Bin(field))
            first.setMinimumSize(width: 300)
            second.setMinimumSize(width: 200)
        }

        @Test(
            "The widgets are side by side where both fit, and one at a time elsewhere; the first takes the rest of the width",
            arguments: [false, true])
        func folding(isRightToLeft: Bool) {
            let leaflet = Leaflet(first, second)
            leaflet.isRightToLeft = isRightToLeft
            let window = TestApplication.show(leaflet, width: 900)
            TestApplication.turn { second.width > 0 }
            #expect(!leaflet.isFolded)
            #expect(first.width + second.width == leaflet.width)
            #expect(first.width > second.width)
            #expect(first.convert(x: 0, y: 0, to: leaflet).x == (isRightToLeft ? Double(second.width) : 0))

            DisplayInput.shared.resize(window.gtk, width: 400, height: 300)
            TestApplication.turn("it is folded") { leaflet.isFolded && leaflet.width < 500 }
            #expect(first.isMapped && !second.isMapped)
            #expect(first.width == leaflet.width)

            leaflet.showsSecond = true
            TestApplication.turn("the second has come") { second.isMapped && !first.isMapped }
            #expect(second.convert(x: 0, y: 0, to: leaflet).x == 0)
            #expect(second.width == leaflet.width)
            leaflet.showsSecond = false
            TestApplication.turn("the first is back") { first.isMapped && !second.isMapped }

            DisplayInput.shared.resize(window.gtk, width: 900, height: 300)
            TestApplication.turn("both are there") { !leaflet.isFolded && first.isMapped && second.isMapped }
            window.destroy()
        }

        @Test("It folds when its widgets need more room, and alone the first one fills it")
        func contents() {
            let leaflet = Leaflet(first, second)
            let window = TestApplication.show(leaflet, width: 600)
            TestApplication.turn { second.width > 0 }
            #expect(!leaflet.isFolded)
            second.setMinimumSize(width: 400)
            TestApplication.turn("it is folded") { leaflet.isFolded && !second.isMapped }
            second.isVisible = false
            TestApplication.turn("there is only one") { !leaflet.isFolded && first.width == leaflet.width }
            window.destroy()
        }

        @Test("Observers hear of a fold once the layout is done, and may change what is laid out")
        func observing() {
            let leaflet = Leaflet(first, second)
            let note = Label("Folded")
            let window = TestApplication.show(Box(.vertical, [leaflet, note]), width: 900)
            TestApplication.turn { second.width > 0 }
            var folds: [Bool] = []
            let observation = leaflet.observe(\.isFolded) { isFolded in
                folds.append(isFolded)
                note.isVisible = isFolded
            }
            DisplayInput.shared.resize(window.gtk, width: 400, height: 300)
            TestApplication.turn { !folds.isEmpty }
            DisplayInput.shared.resize(window.gtk, width: 900, height: 300)
            TestApplication.turn { folds.count > 1 }
            #expect(folds == [true, false])
            window.destroy()
            withExtendedLifetime(observation) {}
        }

        @Test("Alt with the arrow key back shows the first widget, and only from the second", arguments: [false, true])
        func back(isRightToLeft: Bool) {
            let leaflet = Leaflet(first, second)
            leaflet.isRightToLeft = isRightToLeft
            let window = TestApplication.show(leaflet, width: 400)
            TestApplication.turn { leaflet.isFolded }
            leaflet.showsSecond = true
            TestApplication.turn { second.isMapped && !first.isMapped && DisplayInput.shared.focus(window.gtk) && window.isActive }
            field.grabFocus()
            TestApplication.turn("the field has the keyboard") { field.containsFocus }
            let (back, forward) = isRightToLeft ? ("Right", "Left") : ("Left", "Right")
            DisplayInput.shared.press("alt+\(forward)")
            TestApplication.turnUntilIdle()
            #expect(leaflet.showsSecond)
            DisplayInput.shared.press("alt+\(back)")
            TestApplication.turn("it has gone back") { !leaflet.showsSecond && first.isMapped && !second.isMapped }
            window.destroy()
        }

        @Test("The keyboard goes with the widget that is shown, to where it was there")
        func focus() {
            let (one, other) = (Button("One"), Button("Other"))
            let start = Box(.vertical, [one, other])
            start.setMinimumSize(width: 300)
            let target = Button("Target")
            let end = Bin(target)
            end.setMinimumSize(width: 200)
            let leaflet = Leaflet(start, end)
            let window = TestApplication.show(leaflet, width: 400)
            TestApplication.turn { leaflet.isFolded && start.isMapped && DisplayInput.shared.focus(window.gtk) && window.isActive }
            other.grabFocus()
            // A layout may come before the slide has begun.
            func layOut() { leaflet.allocate(width: gint(leaflet.width), height: gint(leaflet.height)) }
            leaflet.showsSecond = true
            layOut()
            TestApplication.turn("the second has it") { target.hasFocus && !start.isMapped }
            leaflet.showsSecond = false
            layOut()
            TestApplication.turn("the first has it again") { other.hasFocus && !end.isMapped }

            DisplayInput.shared.resize(window.gtk, width: 900, height: 300)
            TestApplication.turn { !leaflet.isFolded && end.isMapped }
            target.grabFocus()
            DisplayInput.shared.resize(window.gtk, width: 400, height: 300)
            TestApplication.turn("the widget that stays has it") {
                leaflet.isFolded && !end.isMapped && (one.hasFocus || other.hasFocus)
            }
            window.destroy()
        }
    }
}
