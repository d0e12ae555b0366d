import Testing

@testable import SleevesLibrary

@Suite("The cover desk")
struct CoverDeskTests {
    private let ids = (0..<4).map { AlbumID(digesting: ["\($0)"]) }

    @Test("The newest request goes first, and no more than the limit are on their way")
    func order() {
        var desk = CoverDesk(limit: 2)
        for id in ids { desk.request(id) }
        #expect(desk.takeNext() == ids[3])
        #expect(desk.takeNext() == ids[2])
        #expect(desk.takeNext() == nil)
        #expect(desk.finish(ids[3]) == true)
        #expect(desk.takeNext() == ids[1])
    }

    @Test("Asking again brings a waiting cover to the front and fetches it once")
    func again() {
        var desk = CoverDesk(limit: 1)
        for id in [ids[0], ids[1], ids[0]] { desk.request(id) }
        #expect(desk.takeNext() == ids[0])
        desk.request(ids[0])
        #expect(desk.finish(ids[0]) == true)
        #expect(desk.takeNext() == ids[1])
        #expect(desk.finish(ids[1]) == true)
        #expect(desk.takeNext() == nil)
    }

    @Test("What everybody dismissed while it waited is not fetched; what is on its way is then unwanted")
    func dismissal() {
        var desk = CoverDesk(limit: 1)
        desk.request(ids[0])
        desk.request(ids[0])
        desk.request(ids[1])
        #expect(desk.takeNext() == ids[1])
        #expect(desk.dismiss(ids[0]) == false)
        #expect(desk.dismiss(ids[0]) == true)
        #expect(desk.dismiss(ids[0]) == false)
        #expect(desk.dismiss(ids[1]) == true)
        #expect(desk.finish(ids[1]) == false)
        #expect(desk.takeNext() == nil)
    }
}
