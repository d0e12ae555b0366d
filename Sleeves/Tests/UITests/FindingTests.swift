import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Finding albums")
    struct FindingTests {
        @Test("Order, search and album are as they were when the window opens again, even if the program was killed")
        func restored() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let byYear = try await SleevesCommand.list(library, sort: "year", in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.choose("Year", from: "Sort")
                try await Eventually.holds("the neighbours are those of the year") {
                    let shown = window.covers.map(\.name)
                    let ordered = byYear.map(\.heading).drop { $0 != shown.first }
                    return shown.count > 2 && Array(ordered.prefix(shown.count)) == shown
                }
                try await window.press("Home")
                try await window.expectSelection(byYear[0])
                try await window.search(for: "kettle blues")
                let found = byYear.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(found[0])
                try await Self.kill(window, afterMilliseconds: 1_100)

                let again = try await SleevesWindow.open(library, in: scene)
                try await again.expectSelection(found[0])
                try await Eventually.holds("the search is open") { again.isSearchOpen }
                try await Eventually.equal("the heading", "\(found.count) of \(byYear.count) albums") { again.subtitle }
                try await again.press("Escape")
                try await again.expectSelection(byYear[0])
                try await Eventually.holds("all are there, the oldest first") {
                    again.covers.prefix(2).map(\.name) == byYear.prefix(2).map(\.heading)
                }
            }
        }

        private static func kill(_ window: SleevesWindow, afterMilliseconds milliseconds: Int) async throws {
            let killing = ContinuousClock.now + .milliseconds(milliseconds)
            try await Eventually.holds("the time has gone by") { ContinuousClock.now > killing }
            window.program.send(SIGKILL)
            _ = try await window.program.finish()
        }
    }
}
