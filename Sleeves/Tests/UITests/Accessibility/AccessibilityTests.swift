import CAtspi
import Testing

extension UITests.WindowTests {
    /// The window for those who do not see it, and for those who have no pointer.
    @MainActor
    @Suite("Accessibility")
    struct AccessibilityTests {
        @Test("Everything in a window with albums has a name and a role, and all of it can be reached by the Tab key")
        func albums() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                _ = try await window.settledCovers()
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
                try await Self.expectTabReachesAll(of: window)
            }
        }

        @Test("Everything of an open search has a name and a role, and can be reached by the Tab key")
        func search() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+f")
                try await Eventually.holds("the search is open") { window.isSearchOpen }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
                try await Self.expectTabReachesAll(of: window)
                try await window.type("qqqq")
                try await Eventually.holds("nothing is found") { window.texts.contains("No Albums Found") }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
            }
        }

        /// A place of the keyboard. The page scrolls, so that one control may be where another was.
        private struct Place: Equatable {
            let path: String
            let frame: Frame?

            @MainActor init(_ node: AccessibleNode) {
                (path, frame) = (node.path, node.frame)
            }
        }

        /// Goes around the window with the Tab key, until it comes back to where it began.
        private static func expectTabReachesAll(of window: SleevesWindow) async throws {
            // The window's own buttons have keys of the desktop.
            let ofDesktop = Set(["Minimize", "Maximize", "Restore", "Close"].map { "\($0), push button" })
            let controls = try await Eventually.still("the controls stay") { window.frame?.usableControls.map(\.spoken) ?? [] }
            let wanted = Set(controls).subtracting(ofDesktop)
            var reached: [String] = []
            var last = try await Eventually.still("the keyboard stays") { window.frame?.focused.map(Place.init) }
            for _ in 0..<80 where !wanted.isSubset(of: reached) {
                try await window.press("Tab")
                let focused = try await Eventually.value("the keyboard goes on from \(reached.last ?? "the beginning")") {
                    window.frame?.focused.flatMap { Place($0) == last ? nil : $0 }
                }
                last = Place(focused)
                reached.append(focused.spoken)
                guard focused.name == "1 Star" else { continue }
                // The stars and the heart are one stop, in which the arrow keys lead on.
                for name in (2...5).map({ "\($0) Stars" }) + ["Add to Favourites"] {
                    try await window.press("Right")
                    let next = try await Eventually.value("the arrow key leads to \(name)") {
                        window.frame?.focused.flatMap { $0.name == name ? $0 : nil }
                    }
                    last = Place(next)
                    reached.append(next.spoken)
                }
            }
            #expect(wanted.subtracting(reached) == [])
        }
    }
}
