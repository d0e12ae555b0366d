import Heed
import HeedInspector
import Testing

extension InspectorTests {
    @Suite("Long loops")
    struct LongLoopTests {
        private static func loops(at places: [InspectorReport.Place]) -> [InspectorReport.Mistake] {
            Inspector.loops().filter { $0.place.map(places.contains) == true }
        }

        @Test("A handler that changes its property again and again until it settles is a loop, with the count")
        func settles() throws {
            try recording {
                let album = Album()
                let (token, place) = (settle(album, at: 40), here(line: settlingLine))
                // Not a loop, and the shorter of two.
                album.title = String(repeating: "!", count: 32)
                #expect(Self.loops(at: [place]).isEmpty)
                album.title = "!"
                let found = Self.loops(at: [place])
                #expect(found.map(\.kind) == ["longLoop"])
                let message = try #require(found.first).message
                #expect(message.hasPrefix("Album.title of Album 0x"))
                #expect(
                    message.hasSuffix(
                        """
                         was changed 40 times in one chain: each change led, through the handler at \(place), to the next one. Even if it ends \
                        by itself, it costs time: set the final value at once, or compare before changing.
                        """
                    )
                )
                withExtendedLifetime(token) {}
            }
        }

        private let settlingLine = #line + 2
        private func settle(_ album: Album, at count: Int) -> ObservationToken {
            album.observe(\.title) { [unowned album] in if $0.count < count { album.title = $0 + "!" } }
        }

        @Test("Handlers that answer each other are one loop with both places")
        func mutual() throws {
            try recording {
                let (first, second) = (Album(), Album())
                let there = first.observe(\.title) { second.title = $0 + "!" }
                let back = second.observe(\.title) { [unowned first] in if $0.count < 30 { first.title = $0 } }
                let places = [here(line: #line - 2), here(line: #line - 1)]
                first.title = ""
                let found = Self.loops(at: places)
                #expect(found.count == 1)
                let message = try #require(found.first).message
                #expect(message.contains("was changed 30 times in one chain"))
                #expect(message.contains("through the handlers at \(places[0]), \(places[1]), to"))
                withExtendedLifetime((there, back)) {}
            }
        }

        @Test("A loop across hops counts, and a cascade through many objects doesn't")
        func hopsAndCascades() {
            recording {
                let (subject, context) = (Subject<Int>(), ManualContext())
                let receptionist = Receptionist(for: .values(of: subject), on: context) { if $0 < 12 { subject.notify($0 + 1) } }
                let place = here(line: #line - 1)
                subject.notify(1)
                for _ in 0..<12 { context.run() }
                #expect(Self.loops(at: [place]).map { $0.message.contains("Subject<Int> was changed 12 times") } == [true])
                let albums = (0..<20).map { _ in Album() }
                let line = #line
                let tokens = zip(albums, albums.dropFirst()).map { album, next in album.observe(\.title) { next.title = $0 } }
                albums[0].title = "Blue"
                #expect(Self.loops(at: [here(line: line + 1)]).isEmpty)
                withExtendedLifetime((receptionist, tokens)) {}
            }
        }
    }
}
