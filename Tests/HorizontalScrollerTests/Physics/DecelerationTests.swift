import HorizontalScroller
import Testing

struct DecelerationTests {
    @Test func `a flick carries its velocity divided by the friction`() {
        #expect(Deceleration.distance(velocity: 800, friction: 4) == 200)
        #expect(Deceleration.distance(velocity: -800, friction: 4) == -200)
    }

    @Test func `a flick to its natural end lasts four times the inverse of the friction`() throws {
        let flick = try #require(Deceleration(from: 0, velocity: 800, friction: 4, to: 200))
        #expect(flick.duration == 1)
    }

    @Test(arguments: [-2_000.0, -300, 300, 2_000], [0.25, 0.5, 1, 1.5, 2])
    func `a flick starts with the pointer's velocity and lands exactly on any end it accepts`(velocity: Double, ratio: Double) throws {
        let end = 50 + velocity / 4 * ratio
        let flick = try #require(Deceleration(from: 50, velocity: velocity, friction: 4, to: end))
        #expect(abs(flick.velocity(after: 0) - velocity) < 1e-9)
        #expect(abs(flick.offset(after: 0) - 50) < 1e-9)
        #expect(flick.offset(after: flick.duration) == end)
        #expect(flick.velocity(after: flick.duration) == 0)
    }

    @Test func `a flick's velocity is the slope of its offset`() throws {
        let flick = try #require(Deceleration(from: 0, velocity: 800, friction: 4, to: 220))
        for step in 1...10 {
            let time = Double(step) / 10
            let slope = (flick.offset(after: time + 1e-6) - flick.offset(after: time - 1e-6)) / 2e-6
            #expect(abs(slope - flick.velocity(after: time)) < 1e-2)
        }
    }

    @Test func `a flick at a time before its beginning is at its start`() throws {
        let flick = try #require(Deceleration(from: 5, velocity: 800, friction: 4, to: 205))
        #expect(flick.offset(after: -1) == 5)
    }

    @Test(arguments: [-200.0, 0, 49, 401])
    func `a flick rejects an end behind it, too near or too far`(end: Double) {
        #expect(Deceleration(from: 0, velocity: 800, friction: 4, to: end) == nil)
    }

    @Test func `a flick without velocity does not exist`() {
        #expect(Deceleration(from: 0, velocity: 0, friction: 4, to: 0) == nil)
    }
}
