import Foundation
import Testing

extension UITests {
    /// The words in the person's language. No locale but the neutral ones is installed where these tests run, and none is needed.
    @MainActor
    @Suite("Languages, in the terminal")
    struct LanguageTests {
        @Test(
            "The terminal's words are in the language that the environment asks for",
            arguments: [
                (["LANG": "C.UTF-8"], "There are no albums. Import some with “sleeves import FOLDER”."),
                (["LANG": "de_DE.UTF-8"], "Es gibt keine Alben. Importieren Sie welche mit „sleeves import FOLDER“."),
                (["LANG": "de_AT.UTF-8", "LC_ALL": ""], "Es gibt keine Alben. Importieren Sie welche mit „sleeves import FOLDER“."),
                (["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], "没有专辑。请用“sleeves import FOLDER”导入。"),
                (["LANG": "de_DE.UTF-8", "LC_ALL": "zh_CN.UTF-8"], "没有专辑。请用“sleeves import FOLDER”导入。"),
                (["LANG": "de_DE.UTF-8", "LANGUAGE": "xx:zh_CN:de"], "没有专辑。请用“sleeves import FOLDER”导入。"),
                (["LANG": "xx_XX.UTF-8"], "There are no albums. Import some with “sleeves import FOLDER”."),
            ])
        func environment(variables: [String: String], words: String) async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(in: scene)
                let result = try await installed.run(
                    "list", variables: variables.merging(["XDG_DATA_HOME": "\(scene.folder)/data"]) { $1 }, in: scene)
                #expect(result.output == words + "\n")
                #expect(result.errors == "")
                #expect(result.status == 0)
            }
        }

        @Test("Numbers have the language's plural, and problems are said in it")
        func report() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(in: scene)
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "A", "artist": "B"}, {"title": "C"}]"#.utf8).write(to: URL(filePath: list))
                for (language, line, problem) in [
                    ("de", "1 Album: 1 neu, 0 geändert, 0 unverändert; 0 mit Cover.", "Eintrag 2: Der Wert von „artist“ fehlt."),
                    ("zh_CN", "1 张专辑：新增 1，更改 0，未变 0；0 张有封面。", "第 2 项：缺少“artist”的值。"),
                ] {
                    let library = "\(scene.folder)/\(language)"
                    let result = try await installed.run(
                        "import", "--library", library, list, variables: ["LANGUAGE": language], in: scene)
                    #expect(result.output.hasPrefix(line + "\n"))
                    #expect(result.errors.contains(problem))
                }
            }
        }

        @Test(
            "The command's help and its errors are in the user's language",
            arguments: [
                ("de", "Eine Plattensammlung, Cover für Cover.", "Der Ordner der Bibliothek.", "weder ein Unterbefehl noch"),
                ("zh_CN", "唱片收藏，一张张封面。", "音乐库的文件夹。", "既不是子命令"),
                ("C", "A record collection, cover by cover.", "The folder of the library.", "neither a subcommand nor"),
            ])
        func help(language: String, abstract: String, option: String, problem: String) async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(in: scene)
                let help = try await installed.run("--help", variables: ["LANGUAGE": language], in: scene)
                #expect(help.output.contains("OVERVIEW: \(abstract)"))
                #expect(help.status == 0)
                let list = try await installed.run("list", "--help", variables: ["LANGUAGE": language], in: scene)
                #expect(list.output.contains(option))
                let mistyped = try await installed.run("imprt", variables: ["LANGUAGE": language], in: scene)
                #expect(mistyped.errors.contains(problem))
                #expect(mistyped.status == 64)
            }
        }

        @Test("Output for scripts is the same in every language")
        func scripts() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(in: scene)
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "A", "artist": "B"}, {"title": "C"}]"#.utf8).write(to: URL(filePath: list))
                let library = "\(scene.folder)/library"
                let report = try await installed.run(
                    "import", "--json", "--library", library, list, variables: ["LANG": "de_DE.UTF-8"], in: scene)
                #expect(report.output.contains("Entry 2: The value of “artist” is missing. Add it, then import the list again."))
                for format in ["json", "csv"] {
                    let arguments = ["list", "--library", library, "--format", format]
                    var outputs: [String] = []
                    for language in ["C", "de", "zh_CN"] {
                        let result = try await installed.run(
                            arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            variables: ["LANGUAGE": language], in: scene)
                        outputs.append(result.output)
                    }
                    #expect(Set(outputs).count == 1)
                }
            }
        }
    }
}

extension UITests.WindowTests {
    @MainActor
    @Suite("Languages, in the window")
    struct LanguageTests {
        @Test(
            "The window speaks the language that the environment asks for",
            arguments: [
                (["LANG": "de_DE.UTF-8"], "Hier kommen Ihre Platten hin", "Musikordner hinzufügen …"),
                (["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], "您的唱片将显示在这里", "添加音乐文件夹…"),
            ])
        func welcome(variables: [String: String], title: String, button: String) async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(in: scene)
                let window = try await SleevesWindow.open(
                    "\(scene.folder)/library", with: installed.program, variables: variables, in: scene)
                try await Eventually.holds("the welcome page is in the language") { window.texts.contains(title) }
                try await Eventually.holds("the button “\(button)” is there") { window.frame?.first("push button", named: button) != nil }
            }
        }
    }
}
