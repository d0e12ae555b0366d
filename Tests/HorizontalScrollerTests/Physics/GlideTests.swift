import HorizontalScroller
import Testing

struct GlideTests {
    @Test func `a glide begins at its start and ends exactly at its end`() {
        let glide = Glide(from: 30, to: -70, duration: 0.25)
        #expect(glide.offset(after: 0) == 30)
        #expect(glide.offset(after: 0.25) == -70)
        #expect(glide.offset(after: 99) == -70)
    }

    @Test func `a glide has covered seven eighths of the way at half its time`() {
        #expect(Glide(from: 0, to: 80, duration: 1).offset(after: 0.5) == 70)
    }

    @Test func `a glide never turns back and slows down all the way`() {
        let glide = Glide(from: 0, to: 100, duration: 1)
        let steps = (0...100).map { glide.offset(after: Double($0) / 100) }
        let speeds = zip(steps.dropFirst(), steps).map(-)
        #expect(speeds.allSatisfy { $0 > 0 })
        #expect(zip(speeds.dropFirst(), speeds).allSatisfy { $0 < $1 })
    }

    @Test(arguments: [0, -1])
    func `a glide without a duration ends immediately`(duration: Double) {
        #expect(Glide(from: 1, to: 2, duration: duration).offset(after: 0) == 2)
    }

    @Test func `a glide at a time before its beginning is at its start`() {
        #expect(Glide(from: 1, to: 2, duration: 1).offset(after: -5) == 1)
    }
}
