import Heed
import HeedInspector
import Testing

extension InspectorTests {
    @Suite("Suspicions")
    struct SuspicionTests {
        private static func suspicions(at place: InspectorReport.Place) -> [InspectorReport.Suspicion] {
            Inspector.suspicions().filter { $0.place == place }
        }

        private static func suspicions(about name: String) -> [InspectorReport.Suspicion] {
            Inspector.suspicions().filter { $0.name == name }
        }

        @Test("A line that registers again on the same object is suspicious, with the count", arguments: [false, true])
        func repeated(isComputed: Bool) throws {
            try recording {
                let album = Album()
                func appear() -> ObservationToken {
                    isComputed ? album.observe(\.heading) { _ in } : album.observe(\.title) { _ in }
                }
                let place = here(line: #line - 2)
                let tokens = [appear(), appear(), appear()]
                let found = Self.suspicions(at: place)
                #expect(found.map(\.kind) == [.repeatedRegistration])
                let suspicion = try #require(found.first)
                #expect(suspicion.count == 3)
                #expect(suspicion.name == (isComputed ? "Album.heading" : "Album.title"))
                #expect(suspicion.description.hasPrefix("\(suspicion.name) of Album 0x"))
                #expect(
                    suspicion.description.hasSuffix(
                        """
                         is observed 3 times from \(place). If that line runs again for the same purpose, such as each time a view appears, \
                        invalidate the previous token first, or keep the one that there is.
                        """
                    )
                )
                tokens[0].invalidate()
                #expect(Self.suspicions(at: place).map(\.count) == [2])
                tokens[1].invalidate()
                #expect(Self.suspicions(at: place).isEmpty)
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("A line that registers on several objects, or several lines on one, are not suspicious")
        func notRepeated() {
            recording {
                let albums = [Album(), Album()]
                let line = #line
                var tokens = albums.map { $0.observe(\.title) { _ in } }
                tokens.append(albums[0].observe(\.title) { _ in })
                tokens.append(albums[0].observe(\.heading) { _ in })
                #expect((line...line + 3).allSatisfy { Self.suspicions(at: here(line: $0)).isEmpty })
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("Repeated receptionists and observers of messages are suspicious too")
        func repeatedElsewhere() {
            recording {
                let (album, hub) = (Album(), NotificationHub())
                let receptionists = (0..<2).map { _ in Receptionist(for: .values(of: album, \.title)) { _ in } }
                #expect(Self.suspicions(at: here(line: #line - 1)).map(\.kind) == [.repeatedRegistration])
                let tokens = (0..<2).map { _ in hub.observe(Repeated.self) { _ in } }
                let place = here(line: #line - 1)
                hub.post(Repeated())
                #expect(Self.suspicions(at: place).map(\.count) == [2])
                withExtendedLifetime((receptionists, tokens)) {}
            }
        }

        private struct Repeated: HubMessage {}

        @Test("A message that is posted and was never observed is suspicious, with its first poster")
        func unobserved() throws {
            try recording {
                let hub = NotificationHub()
                for _ in 0..<3 { postUnobserved(in: hub) }
                let found = Self.suspicions(about: "Unobserved")
                #expect(found.map(\.kind) == [.unobservedMessage])
                let suspicion = try #require(found.first)
                #expect(suspicion.count == 3)
                let text = suspicion.description
                #expect(text.hasPrefix("Unobserved was posted 3 times in NotificationHub 0x"), "\(text)")
                #expect(text.contains("SuspicionTests.swift") || text.contains("postUnobserved"), "\(text)")
                #expect(text.hasSuffix(" and nobody has ever observed it there. Observe it there, or stop posting it."), "\(text)")
                // It still isn't delivered, but somebody observes it, and it has been posted.
                let token = hub.observe(Unobserved.self) { _ in }
                #expect(Self.suspicions(about: "Unobserved").isEmpty)
                withExtendedLifetime(token) {}
            }
        }

        @inline(never)
        private func postUnobserved(in hub: NotificationHub) {
            hub.post(Unobserved())
        }

        private struct Unobserved: HubMessage {}

        @Test("A message that is observed and was never posted is suspicious, until it is posted")
        func unposted() throws {
            try recording {
                let (hub, sender) = (NotificationHub(), Album())
                let token = hub.observe(Unposted.self, from: sender) { _ in }
                let place = here(line: #line - 1)
                let found = Self.suspicions(about: "Unposted")
                #expect(found.map(\.kind) == [.unpostedMessage])
                let suspicion = try #require(found.first)
                #expect(suspicion.place == place)
                #expect(suspicion.description.hasPrefix("Unposted is observed at \(place) in NotificationHub 0x"))
                #expect(
                    suspicion.description.hasSuffix(
                        ", but nobody has posted it there since the recording started. Post it, or remove the observer."))
                hub.post(Unposted())
                #expect(Self.suspicions(about: "Unposted").isEmpty)
                withExtendedLifetime(token) {}
            }
        }

        private struct Unposted: HubMessage {}

        @Test("A message that is posted in one hub and observed in another names both")
        func wrongHub() {
            recording {
                let (hub, other) = (NotificationHub(), NotificationHub())
                let token = hub.observe(Wrong.self) { _ in }
                let place = here(line: #line - 1)
                other.post(Wrong())
                let found = Self.suspicions(about: "Wrong")
                #expect(found.map(\.kind) == [.unobservedMessage, .unpostedMessage])
                #expect(found[0].description.hasSuffix("Observers registered at \(place) observe it in another hub: use the same hub."))
                #expect(found[1].description.contains("It was posted once in NotificationHub 0x"))
                withExtendedLifetime(token) {}
            }
        }

        private struct Wrong: HubMessage {}
    }
}
