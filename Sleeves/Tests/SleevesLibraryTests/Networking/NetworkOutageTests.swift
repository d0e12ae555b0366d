import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Network outages")
struct NetworkOutageTests {
    @Test("Without recent responses, an unreachable host may mean that the network is away")
    func outage() {
        var outage = NetworkOutage()
        #expect(outage.failed("a", at: .zero, random: 0.5) == .unclear)
        #expect(outage.isOnline)
        #expect(outage.goAway(random: 0.5) == .seconds(5))
        #expect(outage.isOnline == false)
    }

    @Test("If another host has responded within a minute, only that host is unreachable")
    func hostAlone() {
        var outage = NetworkOutage()
        #expect(outage.answered("b", at: .zero) == false)
        #expect(outage.failed("a", at: .seconds(59), random: 0.5) == .hostIsAway)
        #expect(outage.failed("b", at: .seconds(59), random: 0.5) == .unclear)
        var later = NetworkOutage()
        #expect(later.answered("b", at: .zero) == false)
        #expect(later.failed("a", at: .seconds(60), random: 0.5) == .unclear)
    }

    @Test("Only one request probes, with growing delays up to a minute; requests already running add nothing")
    func probes() {
        var outage = NetworkOutage()
        #expect(outage.goAway(random: 0.5) == .seconds(5))
        #expect(outage.failed("b", at: .zero, random: 0.5) == .networkIsAway(probeAfter: nil))
        for seconds in [10, 20, 40, 60, 60] {
            outage.beginProbe()
            #expect(outage.failed("a", at: .zero, random: 0.5) == .networkIsAway(probeAfter: .seconds(seconds)))
        }
        #expect(outage.answered("a", at: .zero) == true)
        #expect(outage.isOnline)
        #expect(outage.failed("a", at: .seconds(70), random: 0.5) == .unclear)
        #expect(outage.goAway(random: 0.5) == .seconds(5))
    }

    @Test("Chance spreads the tries by a quarter to either side")
    func spread() {
        for (random, delay) in [(0.0, Duration.milliseconds(3_750)), (0.999_999, .milliseconds(6_250))] {
            var outage = NetworkOutage()
            guard let probeAfter = outage.goAway(random: random) else {
                Issue.record("the network is away")
                continue
            }
            #expect(abs((probeAfter - delay) / .milliseconds(1)) < 1)
        }
    }

    @Test("External reports of an outage or its end are accepted")
    func knowledge() {
        var outage = NetworkOutage()
        #expect(outage.comeBack() == false)
        #expect(outage.goAway(random: 0.5) == .seconds(5))
        #expect(outage.goAway(random: 0.5) == nil)
        #expect(outage.comeBack() == true)
    }
}
