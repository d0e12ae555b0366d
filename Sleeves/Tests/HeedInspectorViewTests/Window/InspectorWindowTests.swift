import GTKAdapters
import HeedInspector
import MadeUpSession
import Testing

@testable import HeedInspectorView

extension OnDisplay {
    @MainActor
    @Suite("The inspector's window")
    struct InspectorWindowTests {
        private let session = MadeUpSession(coverCount: 1_000, eventsPerReport: 500)
        private let window: InspectorWindow

        init() {
            window = InspectorWindow(TestDisplay.application, session: session, name: "Player")
            window.present()
            TestDisplay.turn("the graph is there") { [window] in !window.picture.graph.nodes.isEmpty && window.graph.frames.count > 0 }
        }

        private func end() {
            window.destroy()
        }

        @Test("A thousand covers are one node, and what is told lights up in frame after frame")
        func showsGraph() {
            defer { end() }
            #expect(window.picture.graph.nodes.contains { $0.title == "Cover.image" && $0.count == 1_000 })
            TestDisplay.turn("frames are drawn while lights fade") { window.graph.frames.count > 10 }
            #expect(window.picture.lights.end > 0)
        }

        @Test("A paused window takes no reports and draws no frames, and goes on afterwards")
        func pauses() {
            let busy = MadeUpSession(coverCount: 3, eventsPerReport: 1)
            let other = InspectorWindow(TestDisplay.application, session: busy)
            other.present()
            defer {
                end()
                other.destroy()
            }
            window.isPaused = true
            TestDisplay.turn("the lights are out") { window.picture.lights.end < window.feed.seconds }
            // What a window that isn't paused does meanwhile.
            func turnForReports() {
                let calls = busy.callCount
                TestDisplay.turn("another window takes reports") { busy.callCount > calls + 3 }
            }
            turnForReports()
            let (calls, frames) = (session.callCount, window.graph.frames.count)
            turnForReports()
            #expect(session.callCount == calls)
            #expect(window.graph.frames.count == frames)
            window.isPaused = false
            TestDisplay.turn("reports are taken again") { session.callCount > calls }
        }

        @Test("A selected node's answers are beside the graph, and those of several can be shown one by one")
        func answers() throws {
            defer { end() }
            let id = NodeID.sources(.property, "Cover.image")
            window.open(id)
            TestDisplay.turn("the answers are there") { window.details.isVisible && window.picture.details?.id == id }
            #expect(window.graph.selection == id)
            let revision = window.picture.revision
            window.details.onExpand?(id, true)
            TestDisplay.turn("each cover and each of their views is a node") {
                window.picture.revision > revision && window.picture.graph.nodes.count > 2_000
            }
            #expect(!window.details.isVisible)
        }

        @Test("A search shows what matches in the graph and the list, and says when nothing does")
        func searches() {
            defer { end() }
            window.header.onSearch?("seekbar")
            TestDisplay.turn("only that is shown") { window.picture.graph.nodes.map(\.title) == ["Player.position", "SeekBar.swift:19"] }
            window.header.onSearch?("no such thing")
            TestDisplay.turn("nothing is found") { window.picture.graph.nodes.isEmpty }
            window.header.onSearch?("")
            TestDisplay.turn("all is back") { window.picture.graph.nodes.count > 20 }
        }

        @Test("When the process has ended, the window says so, keeps what it knows, and can try again")
        func noticesEnd() {
            defer { end() }
            session.setEnded(true)
            TestDisplay.turn("the window says so") { window.problem.isVisible }
            #expect(!window.feed.isRunning)
            #expect(!window.picture.graph.nodes.isEmpty)
            let (calls, last) = (session.callCount, window.picture)
            session.setEnded(false)
            window.problem.onRetry?()
            // A picture that was on its way.
            window.feed.onPicture?(last)
            #expect(window.feed.isRunning && !window.problem.isVisible)
            TestDisplay.turn("reports are taken again") { session.callCount > calls && !window.problem.isVisible }
        }

        @Test("The timeline is made only while it is shown")
        func showsTimeline() {
            defer { end() }
            #expect(window.picture.timeline.rows.isEmpty)
            window.pages.visibleChild = "timeline"
            TestDisplay.turn("threads have rows") {
                window.picture.timeline.rows.map(\.name) == ["main", "Loader 1", "Loader 2", "Import"]
            }
            window.pages.visibleChild = "list"
            #expect(window.feed.query.timeline == nil)
        }

        @Test("Clearing forgets what has happened, but not who observes what")
        func clears() {
            defer { end() }
            window.isPaused = true
            window.feed.clear()
            window.open(.sources(.property, "Cover.image"))
            TestDisplay.turn("nothing has happened") { window.picture.details != nil && window.picture.details?.times == nil }
            #expect(window.picture.graph.nodes.count > 20)
        }

        @Test("A program in which nothing happens costs no pictures and no frames")
        func isQuiet() {
            defer { end() }
            let session = MadeUpSession(coverCount: 3, eventsPerReport: 0, isStill: true)
            let quiet = InspectorWindow(TestDisplay.application, session: session)
            quiet.present()
            TestDisplay.turn("the graph is there") { !quiet.picture.graph.nodes.isEmpty && quiet.graph.frames.count > 0 }
            func turnForReports() {
                let calls = session.callCount
                TestDisplay.turn("reports are taken") { session.callCount > calls + 3 }
            }
            turnForReports()
            let frames = quiet.graph.frames.count
            var pictureCount = 0
            quiet.feed.onPicture = { _ in pictureCount += 1 }
            turnForReports()
            #expect(pictureCount == 0)
            #expect(quiet.graph.frames.count == frames)
            quiet.destroy()
        }
    }
}
