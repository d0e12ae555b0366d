import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    @MainActor
    @Suite("Headings of groups on the wall")
    struct GroupHeadingTests {
        @Test("The first album of each group stands below the group's name and count, which screen readers say, too")
        func groups() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.choose("Decade", from: "Sort", submenu: "Group By")
                let byDecade = Dictionary(grouping: albums) { $0.year.map { $0 / 10 * 10 } ?? .max }.sorted { $0.key < $1.key }
                let firsts = byDecade.map { "\($0.key)s, \($0.value.count) albums: \($0.value[0].heading)" }
                let expected = zip(byDecade, firsts).flatMap { group, first in [first] + group.value.dropFirst().map(\.heading) }
                try await window.holds("the groups begin with their headings") { content in
                    let names = content.cells.map(\.name)
                    return names.count > 3 && names == Array(expected.prefix(names.count))
                }
                let first = byDecade[0]
                try await window.equal(["\(first.key)s · \(first.value.count)", first.value[1].title]) { content in
                    let wall = content.first(GTK_ACCESSIBLE_ROLE_GRID, named: "Albums")
                    return wall?.children.filter(\.isShown).prefix(2).map { $0.tree.compactMap(\.line)[0] } ?? []
                }
                try await window.expectNoComplaints()
                try await window.close()

                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.holds("they are there again") { $0.cells.first?.name == firsts[0] }
                try await again.choose("Nothing", from: "Sort", submenu: "Group By")
                try await again.holds("the headings are gone") { content in
                    let names = content.cells.map(\.name)
                    return names.count > 3 && names == albums.prefix(names.count).map(\.heading)
                }
            }
        }

        @Test("A group follows the place of a copy while its albums keep their cells")
        func follows() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.choose("Place", from: "Sort", submenu: "Group By")
                try await window.holds("all are without a place") { $0.cells.first?.name.hasPrefix("No Place, 35 albums: ") == true }
                try await window.library.addCopy(to: albums[0].id, [.place: "Box"])
                try await window.holds("the first has a group of its own") { content in
                    content.cells.prefix(2).map(\.name) == [
                        "Box, 1 album: \(albums[0].heading)", "No Place, 34 albums: \(albums[1].heading)",
                    ]
                }
                try await window.library.history.undo()
                try await window.holds("the group is gone") { $0.cells.first?.name.hasPrefix("No Place, 35 albums: ") == true }
            }
        }

        @Test("The strip names the group beside the position")
        func strip() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.choose("Medium", from: "Sort", submenu: "Group By")
                try await window.holds("it says so") { $0.texts.contains("File · 35") && $0.texts.contains("1 of 35") }
            }
        }

        @Test("An album that stays selected gets the heading of its new place, however far that is")
        func regroups() async throws {
            try await Scene.play { scene in
                let albums = (0..<400).map { number in
                    "Ann,T\(number + 100),\(1950 + number % 5 * 10),\(number / 5 % 2 == 0 ? "CD" : "LP")"
                }
                let list = "\(scene.folder)/list.csv"
                try Data((["Artist,Title,Released,Format"] + albums).joined(separator: "\n").utf8).write(to: URL(filePath: list))
                let library = try await scene.makeLibrary(of: list)
                try Data(#"{"layout": "wall", "order": {"sort": "title", "grouping": "decade"}}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.holds("it begins with a heading") { $0.cells.first?.name == "1950s, 80 albums: Ann – T100, 1950" }
                // The first of the 1980s, and the fourth CD.
                try await window.press("Right")
                try await window.type("t103")
                let (heading, name) = ("1980s, 80 albums: ", "Ann – T103, 1980")
                func expect(_ name: String) async throws {
                    try await window.equal([name]) { $0.cells.filter(\.isSelected).map(\.name) }
                }
                try await expect(heading + name)
                for (grouping, name) in [("Medium", name), ("Decade", heading + name), ("Nothing", name), ("Decade", heading + name)] {
                    try await window.choose(grouping, from: "Sort", submenu: "Group By")
                    try await expect(name)
                }
            }
        }
    }
}
