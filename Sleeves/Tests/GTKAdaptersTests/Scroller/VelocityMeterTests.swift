import Testing

@testable import GTKAdapters

@Suite("A velocity meter")
struct VelocityMeterTests {
    @Test("Steady motion has its velocity", arguments: [-1_000.0, -20, 0, 300])
    func even(velocity: Double) {
        var meter = VelocityMeter()
        for step in 0...10 { meter.add(velocity * Double(step) * 0.016, at: 5 + Double(step) * 0.016) }
        #expect(abs(meter.velocity(at: 5.16) - velocity) < 0.001)
    }

    @Test("What happened long before does not count")
    func window() {
        var meter = VelocityMeter()
        meter.add(0, at: 0)
        meter.add(1_000, at: 0.01)
        meter.add(1_000, at: 1)
        meter.add(1_010, at: 1.1)
        #expect(abs(meter.velocity(at: 1.1) - 100) < 0.001)
    }

    @Test("A pointer that rested before it was lifted has no velocity")
    func rest() {
        var meter = VelocityMeter()
        meter.add(0, at: 0)
        meter.add(100, at: 0.05)
        #expect(meter.velocity(at: 0.05) > 0)
        #expect(meter.velocity(at: 0.3) == 0)
    }

    @Test("No position, one position, and two positions at one time have no velocity")
    func tooLittle() {
        var meter = VelocityMeter()
        #expect(meter.velocity(at: 1) == 0)
        meter.add(5, at: 1)
        #expect(meter.velocity(at: 1) == 0)
        meter.add(9, at: 1)
        #expect(meter.velocity(at: 1) == 0)
        meter.reset()
        #expect(meter.velocity(at: 1) == 0)
    }
}
