import Foundation
import Testing

extension UITests {
    /// `sleeves copy`, and what other commands tell of copies.
    @MainActor
    @Suite("Copies by the command")
    struct CopyCommandTests {
        private static let list = """
            [{"sleeves": 1, "title": "Amber", "artist": "Ruth Tanner", "year": 1971, "release": {"labels": ["Northgate"],
              "copies": [{"folder": "Top Shelf", "rating": 4}]}},
             {"sleeves": 1, "title": "Harbour", "artist": "Ruth Tanner", "year": 1975}]
            """

        private func play(_ body: (_ run: @MainActor ([String]) async throws -> SleevesCommand.Result, Scene) async throws -> Void)
            async throws
        {
            try await Scene.play { scene in
                let path = "\(scene.folder)/list.json"
                try Self.list.write(toFile: path, atomically: true, encoding: .utf8)
                let library = "\(scene.folder)/library"
                #expect(try await SleevesCommand.run("import", "--library", library, path, in: scene).status == 0)
                try await body({ try await SleevesCommand.run(arguments: $0 + ["--library", library], in: scene) }, scene)
            }
        }

        @Test("A copy is described, lent, found and taken back; the list that names it stays as it is, and undo goes back")
        func lend() async throws {
            try await play { run, _ in
                let lent = try await run(["copy", "amber", "--set", "lent-to=Ann", "--set", "Place=Box 4"])
                #expect(lent.status == 0 && lent.errors == "", "\(lent.errors)")
                for words in ["Your Copy\n", "Place       Box 4\n", "Filed In    Top Shelf\n", "Lent To     Ann\n", "Lent Since  20"] {
                    #expect(lent.output.contains(words), "\(words)")
                }
                for options in [["--lent"], ["--place", "box 4"], ["--search", "box 4"]] {
                    let found = try await run(["list"] + options).output
                    #expect(found.contains("Amber") && !found.contains("Harbour"), "\(options)")
                }
                let back = try await run(["copy", "amber", "--returned"])
                #expect(back.status == 0 && !back.output.contains("Lent"))
                #expect(try await run(["list", "--lent"]).output.contains("No album matches"))
                #expect(try await run(["undo"]).output == "Undone: Edit “Amber”.\n")
                #expect(try await run(["info", "amber"]).output.contains("Lent To     Ann\n"))
            }
        }

        @Test("Copies are added and removed by their numbers, and what can't be is said with its own status")
        func several() async throws {
            try await play { run, _ in
                let none = try await run(["copy", "harbour"])
                #expect(none.status == 66 && none.errors.contains("Add one with --add"))
                #expect(try await run(["copy", "harbour", "--add", "--set", "format=LP"]).output == "Your Copy\n  Format  LP\n")
                let two = try await run(["copy", "harbour", "--add", "--set", "price=12 €", "--set", "bought=2019-5-7"])
                #expect(two.output == "Copy 1\n  Format  LP\n\nCopy 2\n  Bought  2019-05-07\n  Price   12 €\n")
                let several = try await run(["copy", "harbour", "--set", "rating=5"])
                #expect(several.status == 65 && several.errors.contains("2 copies. Name one with --number"))
                #expect(try await run(["copy", "harbour", "--number", "3", "--remove"]).status == 66)
                #expect(try await run(["copy", "harbour", "--number", "1", "--remove"]).output.hasPrefix("Your Copy\n  Bought"))
                for (value, words) in [
                    ("rating=6", "Enter a number from 1 to 5."), ("bought=soon", "Enter a day such as"),
                    ("mood=blue", "no value named “mood”"),
                ] {
                    let wrong = try await run(["copy", "harbour", "--set", value])
                    #expect(wrong.status == 64 && wrong.errors.contains(words), "\(wrong.errors)")
                }
                #expect(try await run(["copy", "harbour", "--add", "--remove"]).status == 64)
                #expect(try await run(["copy", "nothing"]).status == 66)
            }
        }

        @Test("An album is rated and made a favourite by command, found by both, and has both in another library")
        func rating() async throws {
            try await play { run, scene in
                #expect(try await run(["rate", "amber"]).output == "Amber: 4 of 5\n", "as its list says")
                #expect(try await run(["rate", "harbour"]).output == "Harbour: Not Rated\n")
                #expect(try await run(["rate", "harbour", "--stars", "5", "--favourite"]).output == "Harbour: 5 of 5, a favourite\n")
                for options in [["--rating", "5"], ["--favourites"], ["--favourites", "--rating", "2"]] {
                    let found = try await run(["list"] + options).output
                    #expect(found.contains("Harbour") && !found.contains("Amber"), "\(options)")
                }
                let lines = try await run(["info", "harbour"]).output.split(separator: "\n")
                #expect(lines.contains { $0.hasPrefix("Rating ") && $0.hasSuffix(" 5 of 5") })
                #expect(lines.contains { $0.hasPrefix("Favourite ") && $0.hasSuffix(" Yes") })
                for kind in ["csv", "json"] {
                    let (path, other) = ("\(scene.folder)/rated.\(kind)", "\(scene.folder)/rated-\(kind)")
                    _ = try await run(["export", path])
                    #expect(try await SleevesCommand.run("import", "--library", other, path, in: scene).status == 0)
                    let rated = try await SleevesCommand.run("rate", "--library", other, "harbour", in: scene).output
                    #expect(rated.hasPrefix("Harbour: 5 of 5"), "\(kind)")
                    #expect(rated.hasSuffix("a favourite\n") == (kind == "json"))
                }
                #expect(try await run(["rate", "harbour", "--stars", "none", "--no-favourite"]).output == "Harbour: Not Rated\n")
                #expect(try await run(["rate", "harbour", "--stars", "6"]).status == 64)
                #expect(try await run(["undo"]).output == "Undone: Edit “Harbour”.\n")
                #expect(try await run(["list", "--favourites"]).output.contains("Harbour"))
            }
        }

        @Test("Fields of one's own are added, have values, are listed, renamed and removed by command, and come back from both exports")
        func ownFields() async throws {
            try await play { run, scene in
                #expect(try await run(["fields"]).output.contains("You have no fields of your own."))
                #expect(try await run(["fields", "--add", "Signed by", "--kind", "mark"]).output == "Signed by: mark, 0 albums\n")
                _ = try await run(["fields", "--add", "Weight", "--kind", "number"])
                let set = try await run(["copy", "amber", "--set", "signed BY=Yes", "--set", "Weight=180"])
                #expect(set.status == 0 && set.output.contains("Signed by  Yes\n") && set.output.contains("Weight     180\n"), "\(set)")
                let wrong = try await run(["copy", "amber", "--set", "Weight=heavy"])
                #expect(wrong.status == 64 && wrong.errors.contains("Enter a number such as 180 or 12.5."))
                let unknown = try await run(["copy", "amber", "--set", "mood=blue"])
                #expect(unknown.status == 64 && unknown.errors.contains("notes, Signed by, Weight."), "\(unknown.errors)")
                let found = try await run(["list", "--own", "signed by=yes"]).output
                #expect(found.contains("Amber") && !found.contains("Harbour"))
                for (options, words) in [
                    (["--add", "weight"], "You have this field already."), (["--add", "rating"], "Every copy has this field."),
                    (["--remove", "mood"], "The names are: Signed by, Weight."), (["--add", "a", "--remove", "b"], "exclude each other"),
                    (["--to", "x"], "belong to --change"), (["--change", "weight"], "belong to --change"),
                ] {
                    let refused = try await run(["fields"] + options)
                    #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
                }
                for kind in ["csv", "json"] {
                    let path = "\(scene.folder)/own.\(kind)"
                    #expect(try await run(["export", path]).status == 0)
                    let other = "\(scene.folder)/own-\(kind)"
                    #expect(try await SleevesCommand.run("import", "--library", other, path, in: scene).status == 0)
                    let copies = try await SleevesCommand.run("copy", "--library", other, "amber", in: scene).output
                    // Tables don't tell the kind of a field.
                    #expect(
                        copies.contains("Signed by  \(kind == "json" ? "Yes" : "yes")\n") && copies.contains("Weight     180\n"),
                        "\(kind): \(copies)")
                }
                #expect(try await run(["fields", "--change", "weight", "--to", "Grams"]).output.hasPrefix("Grams: number, 1 album\n"))
                let listed = try await run(["fields", "--change", "grams", "--kind", "text", "--json"]).output
                #expect(listed.contains(#""kind" : "text""#) && listed.contains(#""albums" : 1"#), "\(listed)")
                #expect(try await run(["fields", "--remove", "signed by"]).output == "Grams: text, 1 album\n")
                #expect(try await run(["list", "--own", "signed by=yes"]).output.contains("No album matches"))
                #expect(try await run(["undo"]).output == "Undone: Edit “Amber”.\n")
                #expect(try await run(["list", "--own", "signed by=yes"]).output.contains("Amber"))
            }
        }

        @Test("A copy goes into both exports, and comes back from them")
        func exports() async throws {
            try await play { run, scene in
                _ = try await run(["copy", "amber", "--set", "lent-to=Åse, \"the\" Lund", "--set", "catalogue-number=NG 7"])
                _ = try await run(["copy", "harbour", "--add", "--set", "format=LP"])
                for kind in ["csv", "json"] {
                    let path = "\(scene.folder)/out.\(kind)"
                    #expect(try await run(["export", path]).status == 0)
                    let other = "\(scene.folder)/\(kind)"
                    #expect(try await SleevesCommand.run("import", "--library", other, path, in: scene).status == 0)
                    let copies = try await SleevesCommand.run("copy", "--library", other, "amber", in: scene).output
                    #expect(copies.contains("Lent To           Åse, \"the\" Lund\n"), "\(copies)")
                    #expect(copies.contains("Catalogue Number  NG 7\n"))
                    #expect(try await SleevesCommand.run("copy", "--library", other, "harbour", in: scene).output.contains("Format  LP\n"))
                }
            }
        }
    }
}
