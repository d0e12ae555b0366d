import CAtspi
import Testing

extension OutsideTests.WindowTests {
    /// The window for those who do not see it, and for those who have no pointer.
    @MainActor
    @Suite("Accessibility")
    struct AccessibilityTests {
        @Test("Everything on the welcome page has a name and a role, and all of it can be reached by the Tab key")
        func welcome() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                let frame = try #require(window.frame)
                #expect(AccessibilityAudit(frame).complaints == [])
                try await Self.expectTabReachesAll(of: window)
            }
        }

        @Test("Everything in a window with albums has a name and a role, and all of it can be reached by the Tab key")
        func albums() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                _ = try await window.settledCovers()
                let frame = try #require(window.frame)
                #expect(AccessibilityAudit(frame).complaints == [])
                try await Self.expectTabReachesAll(of: window)
            }
        }

        /// Goes around the window with the Tab key, until it comes back to where it began.
        private static func expectTabReachesAll(of window: SleevesWindow) async throws {
            // The window's own buttons have keys of the desktop.
            let ofDesktop = Set(["Minimize", "Maximize", "Restore", "Close"].map { "\($0), push button" })
            let wanted = Set(try #require(window.frame).usableControls.map(\.spoken)).subtracting(ofDesktop)
            var reached: [String] = []
            var last = window.frame?.focused?.frame
            for _ in 0..<80 where !wanted.isSubset(of: reached) {
                try await window.press("Tab")
                let focused = try await Eventually.value("the keyboard goes on from \(reached.last ?? "the beginning")") {
                    window.frame?.focused.flatMap { $0.frame == last ? nil : $0 }
                }
                last = focused.frame
                reached.append(focused.spoken)
            }
            #expect(wanted.subtracting(reached) == [])
        }
    }
}
