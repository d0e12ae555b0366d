import HorizontalScroller
import Testing

/// The examples of the documentation, as they stand there.
@MainActor
struct DocumentationExampleTests {
    final class Label {
        var text = ""
    }

    struct Record {
        let title: String
    }

    final class Details {
        private(set) var shown: [String] = []

        func show(_ record: Record) {
            shown.append(record.title)
        }
    }

    @MainActor
    final class TitleShelf: HorizontalScrollerDelegate {
        let records = [Record(title: "Blue"), Record(title: "Pink Moon")]
        let details = Details()

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
        private(set) var texts: [String] = []

        func place(_ view: Label, at placement: ScrollerPlacement) { texts.append(view.text) }
        func remove(_ view: Label) {}
        func startClock() {}
        func stopClock() {}
    }

    @Test func `the delegate's example shows its records and hears of the selection`() {
        let strip = Strip()
        let shelf = TitleShelf()
        let scroller = HorizontalScroller<Label>()
        scroller.host = strip
        scroller.delegate = shelf
        scroller.reload()
        #expect(strip.texts == ["Blue", "Pink Moon"])
        scroller.select(1)
        #expect(shelf.details.shown == ["Pink Moon"])
    }

    @Test func `the physics' examples print what the documentation says`() throws {
        let glide = Glide(from: 0, to: 80, duration: 1)
        #expect("\(glide.offset(after: 0.5))" == "70.0")
        let flick = try #require(Deceleration(from: 0, velocity: 800, friction: 4, to: 220))
        #expect("\(flick.duration) \(flick.offset(after: flick.duration))" == "1.1 220.0")
    }
}
