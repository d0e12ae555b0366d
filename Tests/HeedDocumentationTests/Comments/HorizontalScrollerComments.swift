import HorizontalScroller
import Testing

@Suite("The examples in the comments of HorizontalScroller", .printing)
@MainActor
struct HorizontalScrollerComments {
    final class Label {
        var text = ""
    }

    struct Record {
        let title: String
    }

    final class Details {
        private(set) var shown: [String] = []

        func show(_ record: Record) { shown.append(record.title) }
    }

    static let details = Details()
    private static let records = [Record(title: "Blue"), Record(title: "Pink Moon")]

    final class Shelf: HorizontalScrollerDelegate {
        func numberOfViews(for scroller: HorizontalScroller<Label>) -> Int { records.count }

        func horizontalScroller(_ scroller: HorizontalScroller<Label>, viewAt index: Int) -> Label {
            let label = scroller.dequeueReusableView() ?? Label()
            label.text = records[index].title
            return label
        }

        func horizontalScroller(_ scroller: HorizontalScroller<Label>, didSelectViewAt index: Int) {
            details.show(records[index])
        }
    }

    final class Strip: HorizontalScrollerHost {
        let viewportSize = ScrollerSize(width: 320, height: 120)
        private(set) var placed: [String: Double] = [:]

        func place(_ view: Label, at placement: ScrollerPlacement) { placed[view.text] = placement.frame.x }
        func remove(_ view: Label) { placed[view.text] = nil }
        func startClock() {}
        func stopClock() {}
    }

    struct Settings {
        let reducesMotion: Bool
    }

    private let strip = Strip()
    private let shelf = Shelf()

    @Test("The scroller shows its delegate's items, and reports the selection")
    func scrollerAndDelegate() {
        let scroller = HorizontalScroller<Label>()
        scroller.host = strip  // a widget
        scroller.delegate = shelf  // provides the items
        scroller.reload()
        #expect(Set(strip.placed.keys) == ["Blue", "Pink Moon"])
        scroller.select(1)
        #expect(Self.details.shown == ["Pink Moon"])
    }

    @Test("Metrics and motion are settings")
    func settings() {
        let scroller = HorizontalScroller<Label>()
        scroller.host = strip
        scroller.delegate = shelf
        scroller.reload()
        scroller.metrics.itemWidth = 160
        scroller.metrics.itemHeight = 160
        scroller.metrics.layoutDirection = .rightToLeft
        #expect(strip.placed["Blue"]! - strip.placed["Pink Moon"]! == 170)
        for settings in [Settings(reducesMotion: true), Settings(reducesMotion: false)] {
            scroller.motion.centringDuration = settings.reducesMotion ? 0 : 0.25
            #expect(scroller.motion.centringDuration == (settings.reducesMotion ? 0 : 0.25))
        }
    }

    @Test("Glides and flicks are computed")
    func physics() {
        let glide = Glide(from: 0, to: 80, duration: 1)
        print(glide.offset(after: 0.5))
        // prints 70.0

        if let flick = Deceleration(from: 0, velocity: 800, friction: 4, to: 220) {
            print(flick.duration, flick.offset(after: flick.duration))
            // prints 1.1 220.0
        }
        #expect(Page.lines == ["70.0", "1.1 220.0"])
    }
}
