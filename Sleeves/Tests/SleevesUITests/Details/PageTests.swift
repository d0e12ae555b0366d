import CAdwaita
import DisplayTesting
import GTKAdapters
import SleevesLibrary
import Testing

@testable import SleevesUI

extension OnScreen {
    @MainActor
    @Suite("The page beside the wall")
    struct PageTests {
        @Test("Below title and artist stand the year and the playing time, or what a collector's list says of the record")
        func summary() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.holds("the time is there") { $0.texts.contains("15 min") }
                let list = "\(scene.folder)/list.csv"
                try """
                Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder
                KST-1001,Ada,First Light,Kestrel,"2xLP, Album, RE, Gat, 180",,1964,77,All
                """.write(toFile: list, atomically: true, encoding: .utf8)
                let other = try await SleevesWindow.open(scene.makeLibrary(of: list, named: "list"), as: "wall", in: scene)
                let line = "1964 · Kestrel KST-1001 · 2xLP, Album, Reissue, Gatefold, 180 g"
                try await other.holds("the record is described") { $0.texts.contains(line) }
            }
        }

        @Test("A track's tooltip has the title and the artist if one of them is cut off, however long they are")
        func cutTitle() {
            _ = TestApplication.shared
            let row = TrackRow()
            row.show(TrackRecord(title: "A Title of Nearly Fifty Letters, Which Has Two Lines", artist: "Ada", number: 1))
            let list = ListBox()
            list.append(row)
            let rest = Label("")
            rest.setMinimumSize(width: 400)
            let window = TestApplication.show(Box(.horizontal, [list, rest]), width: 600)
            #expect(row.cutTexts == "A Title of Nearly Fifty Letters, Which Has Two Lines\nAda")
            row.show(TrackRecord(title: "Short", artist: "Ada", number: 1))
            TestApplication.turn("nothing is cut off") { row.cutTexts == nil }
            window.destroy()
        }

        @Test("Play becomes Pause for the album that plays, there alone, and goes on with it where it was paused")
        func pausing() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await window.holds("it can be paused") { $0.pageButton("Pause") != nil && $0.playerButton("Pause") != nil }
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await window.press("Right")
                try await window.holds("another album can be played") {
                    $0.details["Album"] == "Second Wind" && $0.pageButton("Play") != nil
                }
                try await window.press("Left")
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.click("it can be paused") { $0.pageButton("Pause") }
                try await window.holds("it is paused everywhere") { $0.pageButton("Play") != nil && $0.playerButton("Play") != nil }
                try await window.click("it can go on") { $0.pageButton("Play") }
                try await window.holds("it plays") { $0.playerButton("Pause") != nil }
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
            }
        }

        @Test("In a window of 1100 by 720, the page leaves the wall room for eight whole covers")
        func room() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.equal(albums[0].title) { $0.details["Album"] }
                try await window.resize(width: 1100, height: 720)
                try await window.holds("eight covers are whole") { content in
                    content.cells.count { $0.frame.y >= 0 && $0.frame.y + $0.frame.height <= 720 } >= 8
                }
                try await window.holds("the page has less than a third") { content in
                    content.first(GTK_ACCESSIBLE_ROLE_HEADING).flatMap(\.frame).map { $0.width <= 1100 / 3 } == true
                }
            }
        }

        @Test("The player's buttons stand in the middle of the window")
        func transport() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                for width in [960, 1200] {
                    try await window.resize(width: width, height: 640)
                    try await window.holds("the button is in the middle") { content in
                        guard let frame = content.playerButton("Pause")?.frame else { return false }
                        return abs(frame.x + frame.width / 2 - width / 2) <= 1
                    }
                }
            }
        }

        @Test("Several selected albums have a page of their own, with what they contain together, which leads to each")
        func selection() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.equal(albums[0].title) { $0.details["Album"] }
                try await window.press("shift+Right", "shift+Right")
                let three = Array(albums.prefix(3))
                let tracks = three.compactMap(\.record.trackCount).reduce(0, +)
                try await window.holds("the page is about three albums") { content in
                    content.first(GTK_ACCESSIBLE_ROLE_HEADING)?.name == "3 albums"
                        && content.texts.contains { $0.hasPrefix("\(tracks) tracks · ") }
                }
                try await window.equal(three.map(\.title)) { $0.selectionRows.compactMap(\.texts.first) }
                try await window.expectNoComplaints()
                try await window.press("shift+Right")
                try await window.equal("4 albums") { $0.first(GTK_ACCESSIBLE_ROLE_HEADING)?.name }
                try await window.click("the second album is listed") { $0.selectionRows.dropFirst().first }
                try await window.expectPage(of: albums[1])
                try await window.press("ctrl+a")
                try await window.equal("\(albums.count) albums") { $0.first(GTK_ACCESSIBLE_ROLE_HEADING)?.name }
            }
        }
    }
}

extension WindowContent {
    /// A button on the page, by its text.
    fileprivate func pageButton(_ name: String) -> WidgetNode? {
        first(GTK_ACCESSIBLE_ROLE_HEADING)?.parent?.tree.first { $0.role == GTK_ACCESSIBLE_ROLE_BUTTON && $0.name == name && $0.isShown }
    }

    /// The rows of the selected albums.
    fileprivate var selectionRows: [WidgetNode] {
        first(GTK_ACCESSIBLE_ROLE_LIST, named: "Selected albums")?.children ?? []
    }
}
