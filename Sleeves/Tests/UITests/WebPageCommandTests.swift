import Foundation
import Testing

extension UITests {
    @Suite("The command and web pages")
    struct WebPageCommandTests {
        @Test("A folder gets a page of all albums, in the person's language")
        func page() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let folder = "\(scene.folder)/page"
                let result = try await SleevesCommand.run("export", "--library", library, "--title", "Ann & Bo", folder + "/", in: scene)
                #expect(result.status == 0 && result.output == "Exported 35 albums.\n" && result.errors == "")
                let page = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
                #expect(page.contains(#"<html lang="en">"#) && page.contains("<h1>Ann &amp; Bo</h1>"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/sleeves/covers").count == 33)

                // The folder is there now, so that it needs no slash.
                let installed = try await InstalledSleeves.shared(in: scene)
                let again = try await installed.run("export", "--library", library, folder, variables: ["LANGUAGE": "de"], in: scene)
                #expect(again.status == 0)
                let other = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
                #expect(other.contains(#"<html lang="de">"#) && other.contains("<h1>Alben</h1>"))
            }
        }

        @Test("A wrong use is status 64, and another page in the folder 73; nothing is written")
        func statuses() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let page = "\(scene.folder)/mine"
                try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: false)
                try Data("<p>".utf8).write(to: URL(filePath: "\(page)/index.html"))
                for (arguments, status, word) in [
                    (["\(scene.folder)/a/", "--format", "json"], 64, "--format"),
                    (["\(scene.folder)/a.json", "--private"], 64, "--private"),
                    (["-", "--title", "A"], 64, "--title"), ([page], 73, "index.html"),
                    (["\(scene.folder)/no/such/folder/"], 73, "no/such/folder"),
                ] {
                    let result = try await SleevesCommand.run(arguments: ["export", "--library", library] + arguments, in: scene)
                    #expect(
                        result.status == Int32(status) && result.output == "" && result.errors.contains(word), "\(arguments): \(result)")
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: page) == ["index.html"])
                #expect(!FileManager.default.fileExists(atPath: "\(scene.folder)/a"))
            }
        }
    }
}
