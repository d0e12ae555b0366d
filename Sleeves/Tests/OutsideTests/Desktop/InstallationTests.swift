import Foundation
import Testing

extension OutsideTests {
    @MainActor
    @Suite("Installing")
    struct InstallationTests {
        private static let identifier = "org.heedswift.Sleeves"

        @Test("Everything that is installed is uninstalled, and nothing else")
        func uninstall() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves(isStaged: true, in: scene)
                let neighbour = "usr/share/applications/org.example.Other.desktop"
                try Data().write(to: URL(filePath: "\(installed.root)/\(neighbour)"))
                let expected = [
                    "bin/sleeves",
                    "share/applications/org.example.Other.desktop",
                    "share/applications/\(Self.identifier).desktop",
                    "share/dbus-1/services/\(Self.identifier).service",
                    "share/icons/hicolor/scalable/apps/\(Self.identifier).svg",
                    "share/icons/hicolor/symbolic/apps/\(Self.identifier)-symbolic.svg",
                    "share/locale/de/LC_MESSAGES/sleeves.mo",
                    "share/locale/zh_CN/LC_MESSAGES/sleeves.mo",
                    "share/metainfo/\(Self.identifier).metainfo.xml",
                ]
                #expect(installed.files == expected.map { "usr/\($0)" })
                try await installed.uninstall(in: scene)
                #expect(installed.files == [neighbour])
            }
        }

        @Test("The desktop file and the metainfo are valid, and have their texts in every language")
        func validity() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves(isStaged: true, in: scene)
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
                #expect(tags.contains(#"<summary xml:lang="de">"#) && tags.contains(#"<summary xml:lang="zh_CN">"#))
            }
        }

        @Test("Once it is installed, no type of file is opened with it that was opened with another or with none")
        func types() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves(isStaged: true, in: scene)
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
                let installed = try await InstalledSleeves(isStaged: true, in: scene)
                let version = try await installed.run("--version", variables: [:], in: scene).output
                let metainfo = "\(installed.share)/metainfo/\(Self.identifier).metainfo.xml"
                let newest = try String(contentsOfFile: metainfo, encoding: .utf8).firstMatch(of: /<release [^>]*version="([^"]+)"/)?.1
                #expect(newest.map(String.init) == version.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }
}
