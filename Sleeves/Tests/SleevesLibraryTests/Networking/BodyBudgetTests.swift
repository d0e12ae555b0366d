import Testing

@testable import SleevesNetworking

@Suite("The memory of all bodies")
struct BodyBudgetTests {
    @Test("While all bodies are too large together, the largest one that is being received is given up")
    func largest() {
        let budget = BodyBudget(limit: 100)
        let (one, two, three) = (budget.begin(), budget.begin(), budget.begin())
        #expect(one.note(40) && two.note(50) && three.note(20))
        #expect(two.isGivenUp && !one.isGivenUp && !three.isGivenUp)
        #expect(!two.note(51))
        #expect(!three.note(90))
    }

    @Test("A complete body counts until it has been used, and isn't given up")
    func complete() {
        let budget = BodyBudget(limit: 100)
        var one: BodyShare? = budget.begin()
        #expect(one?.note(80) == true)
        one?.endRunning()
        let two = budget.begin()
        #expect(two.note(20))
        #expect(!two.note(30))
        #expect(one?.isGivenUp == false)
        one = nil
        let three = budget.begin()
        #expect(three.note(100))
    }

    @Test("A body alone may be larger")
    func alone() {
        let one = BodyBudget(limit: 100).begin()
        #expect(one.note(150))
    }
}
