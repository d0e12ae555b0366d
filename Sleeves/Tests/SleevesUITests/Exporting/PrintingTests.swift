import Foundation
import GTKAdapters
import Testing

@testable import SleevesLibrary
@testable import SleevesUI

extension OnScreen {
    /// The printed list of albums.
    @MainActor
    @Suite("Printing")
    struct PrintingTests {
        @Test(
            "Each album is on one page, in order, whatever the height of the paper, and no page is empty",
            arguments: [0, 1, 49, 50, 51, 1_000])
        func pages(count: Int) {
            let album = PrintedAlbum(artist: "Ada", title: "First Light", year: "1964", format: "LP", label: "Kestrel KST-1001")
            let list = PrintedList(Array(repeating: album, count: count), date: "today")
            for height in [10.0, 100, 595, 757, 1_105] {
                let pages = (0..<list.pageCount(height: height)).map { list.places(onPage: $0, height: height) }
                #expect(pages.flatMap { Array($0) } == Array(0..<count) && pages.allSatisfy { !$0.isEmpty })
            }
        }

        @Test("The albums of a list are written to a PDF with as many pages, with what their releases say")
        func pdf() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.csv"
                let lines = (0..<120).map { "KST-\($0),Ada \($0),First Light,Kestrel,\"LP, Album\",,1964,\($0 + 1),All" }
                let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder"
                try ([header] + lines).joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
                let window = try await SleevesWindow.open(
                    try await scene.makeLibrary(of: list, named: "list"), as: "wall", in: scene)
                let albums = try window.library.albumList()
                let ids = try await window.library.ids(at: Array(0..<albums.count), of: albums)
                let printed = try await window.library.printedAlbums(ids)
                #expect(printed.count == 120)
                #expect(
                    printed.first { $0.artist == "Ada 7" }
                        == PrintedAlbum(artist: "Ada 7", title: "First Light", year: "1964", format: "LP, Album", label: "Kestrel KST-7"))
                let path = "\(scene.folder)/list.pdf"
                let operation = PrintController.operation(printing: PrintedList(printed, date: "today"))
                var problem: String??
                operation.onDone = { problem = .some($0) }
                operation.export(to: path)
                try await window.holds("it is written") { _ in problem != nil }
                #expect(problem == .some(nil))
                let written = try Data(contentsOf: URL(filePath: path))
                #expect(written.starts(with: Data("%PDF-".utf8)) && written.count > 5_000)
            }
        }

        @Test("A folder that isn't there is reported")
        func problem() async throws {
            try await Scene.play { scene in
                let operation = PrintController.operation(printing: PrintedList([], date: "today"))
                var problem: String??
                operation.onDone = { problem = .some($0) }
                operation.export(to: "\(scene.folder)/none/list.pdf")
                try await Eventually.holds("it is said") { problem != nil }
                #expect(problem?.map { !$0.isEmpty } == true)
            }
        }

        @Test("The main menu asks for the printer, in a dialog that has the keyboard and closes")
        func dialog() async throws {
            try await Scene.play { scene in
                let (window, _) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.choose("Print…", from: "Main Menu")
                try await window.dialog("Print")
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }
    }
}
