import Foundation
import Testing

extension UITests {
    @MainActor
    @Suite("Installing")
    struct InstallationTests {
        private static let identifier = "org.heedswift.Sleeves"

        @Test("Uninstalling removes everything that was installed, and nothing else")
        func uninstall() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves(isStaged: true, in: scene)
                let neighbour = "usr/share/applications/org.example.Other.desktop"
                try Data().write(to: URL(filePath: "\(installed.root)/\(neighbour)"))
                let expected = [
                    "bin/sleeves",
                    "share/applications/org.example.Other.desktop",
                    "share/applications/\(Self.identifier).desktop",
                    "share/bash-completion/completions/sleeves",
                    "share/dbus-1/services/\(Self.identifier).service",
                    "share/fish/vendor_completions.d/sleeves.fish",
                    "share/icons/hicolor/scalable/apps/\(Self.identifier).svg",
                    "share/icons/hicolor/symbolic/apps/\(Self.identifier)-symbolic.svg",
                    "share/icons/hicolor/symbolic/apps/sleeves-heart-outline-symbolic.svg",
                    "share/locale/de/LC_MESSAGES/sleeves.mo",
                    "share/locale/zh_CN/LC_MESSAGES/sleeves.mo",
                    "share/man/man1/sleeves.1",
                    "share/metainfo/\(Self.identifier).metainfo.xml",
                    "share/zsh/site-functions/_sleeves",
                ]
                #expect(installed.files == expected.map { "usr/\($0)" })
                try await installed.uninstall(in: scene)
                #expect(installed.files == [neighbour])
            }
        }

        @Test("The desktop file and the metainfo are valid, and have their texts in every language")
        func validity() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(isStaged: true, in: scene)
                let desktopFile = "\(installed.share)/applications/\(Self.identifier).desktop"
                let metainfo = "\(installed.share)/metainfo/\(Self.identifier).metainfo.xml"
                let desktopCheck = try scene.start(Tool.desktopFileCheck.path, [desktopFile])
                #expect(try await desktopCheck.finish() == 0)
                #expect(desktopCheck.outputText == "")
                let metainfoCheck = try scene.start(Tool.metainfoCheck.path, ["validate", "--no-net", metainfo])
                #expect(try await metainfoCheck.finish() == 0, "\(metainfoCheck.outputText)")

                let words = try String(contentsOfFile: desktopFile, encoding: .utf8)
                for text in ["GenericName[de]=Plattensammlung", "GenericName[zh_CN]=唱片收藏", "DBusActivatable=true"] {
                    #expect(words.contains(text))
                }
                let tags = try String(contentsOfFile: metainfo, encoding: .utf8)
                // Newer versions of gettext name the language with its script.
                #expect(tags.contains(#"<summary xml:lang="de">"#) && tags.contains(/<summary xml:lang="zh(?:_|-Hans-)CN">/))
            }
        }

        @Test("The manual page names every command and option, and is valid")
        func manual() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(isStaged: true, in: scene)
                let page = "\(installed.share)/man/man1/sleeves.1"
                let check = try scene.start(Tool.manual.path, ["--warnings", "--local-file", page], environment: ["LC_ALL": "C.UTF-8"])
                #expect(try await check.finish() == 0)
                #expect(check.errorText == "")
                let words = check.outputText
                for command in [
                    "open", "import", "list", "info", "covers", "remove", "undo", "redo", "export", "sources", "forget", "stats",
                    "play", "pause", "next", "status",
                ] {
                    let help = try await installed.run("help", command, variables: ["LC_ALL": "C"], in: scene).output
                    #expect(words.contains("   \(command) "))
                    for option in help.matches(of: /\n  (--[a-z-]+)/) { #expect(words.contains(option.1), "\(command) \(option.1)") }
                }
            }
        }

        @Test("Each shell accepts its completions")
        func completions() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(isStaged: true, in: scene)
                let files = [
                    (Tool.bash, "bash-completion/completions/sleeves"), (.zsh, "zsh/site-functions/_sleeves"),
                    (.fish, "fish/vendor_completions.d/sleeves.fish"),
                ]
                for (shell, file) in files {
                    let check = try scene.start(shell.path, ["-n", "\(installed.share)/\(file)"])
                    #expect(try await check.finish() == 0, "\(check.errorText)")
                }
            }
        }

        @Test("Once it is installed, no type of file is opened with it that was opened with another or with none")
        func types() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(isStaged: true, in: scene)
                let environment = scene.bareEnvironment.merging(["XDG_DATA_DIRS": "\(installed.share):/usr/share"]) { $1 }
                for type in ["inode/directory", "text/csv", "application/json", "audio/mpeg"] {
                    let query = try scene.start(Tool.fileTypes.path, ["mime", type], environment: environment)
                    _ = try await query.finish()
                    #expect(!query.outputText.contains(Self.identifier), "\(query.outputText)")
                }
            }
        }

        @Test("The version in the metainfo is the program's")
        func version() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves.shared(isStaged: true, in: scene)
                let version = try await installed.run("--version", variables: [:], in: scene).output
                let metainfo = "\(installed.share)/metainfo/\(Self.identifier).metainfo.xml"
                let newest = try String(contentsOfFile: metainfo, encoding: .utf8).firstMatch(of: /<release [^>]*version="([^"]+)"/)?.1
                #expect(newest.map(String.init) == version.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }
}
