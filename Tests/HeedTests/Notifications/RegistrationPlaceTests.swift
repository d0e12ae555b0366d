import Heed
import Testing

extension DiagnosticsSuite {
    @Suite("Hubs, subjects and receptionists know their places of registration")
    struct RegistrationPlaceTests {
        private struct Rang: HubMessage {}

        private func unusedLines(of body: () -> Void) -> [UInt32] {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { reports.record($0) }
            Diagnostics.setWatched([.unusedToken])
            body()
            Diagnostics.setWatched([])
            Diagnostics.setHandler(nil)
            let own = reports.elements.filter { $0.place?.fileID == "HeedTests/RegistrationPlaceTests.swift" }
            #expect(own.allSatisfy { $0.kind == .unusedToken })
            return own.map { $0.place!.line }
        }

        @Test("A token released immediately is reported with its place, in every isolation")
        func unusedTokens() {
            let hub = NotificationHub()
            let subject = Subject<Int>()
            let number = SharedNumber()
            let context = ManualContext()
            let line = UInt32(#line)
            let found = unusedLines {
                _ = hub.observe(Rang.self) { _ in }
                _ = hub.observe(Rang.self, on: context) { _ in }
                _ = hub.observe(Rang.self, on: .mainActor) { _ in }
                _ = subject.attach { _ in }
                _ = subject.attach(on: .concurrent) { _ in }
                _ = Receptionist(for: .changes(of: number, \.value)) { _ in }
                _ = Receptionist(for: .changes(of: number, \.value), on: context, delivering: .latest) { _ in }
                _ = Receptionist(for: .messages(Rang.self, in: hub), on: .mainActor) { _ in }
            }
            #expect(found == (2...9).map { line + $0 })
        }

        @Test("A kept token, or one whose handler was called, is not reported")
        func usedTokens() {
            let hub = NotificationHub()
            let found = unusedLines {
                let token = hub.observe(Rang.self) { _ in }
                hub.post(Rang())
                token.invalidate()
                let receptionist = Receptionist(for: .messages(Rang.self, in: hub)) { _ in }
                hub.post(Rang())
                withExtendedLifetime(receptionist) {}
            }
            #expect(found == [])
        }
    }
}
