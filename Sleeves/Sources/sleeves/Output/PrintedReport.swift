internal import Foundation
internal import SleevesLibrary

/// What an import has done, as `sleeves import` prints it. The keys of the JSON form are a promise to scripts.
struct PrintedReport: Encodable {
    private struct Albums: Encodable {
        var total, new, changed, unchanged, gone, leftOut: Int
    }

    private struct Files: Encodable {
        var found, new, changed, moved, unchanged, gone, unusable: Int
    }

    private struct Problem: Encodable {
        var path, reason: String
    }

    private let albums: Albums
    private let files: Files
    private let lists: Int
    private let covers: Int
    private let keysIgnored: Int
    private let problems: [Problem]
    private let seconds: Double

    init(_ report: ImportReport) {
        let counts = report.albums
        albums = Albums(
            total: counts.total, new: counts.inserted, changed: counts.updated, unchanged: counts.unchanged, gone: counts.removed,
            leftOut: counts.leftOut)
        let found = report.files
        files = Files(
            found: found.found, new: found.new, changed: found.changed, moved: found.moved, unchanged: found.unchanged, gone: found.gone,
            unusable: found.unusable)
        lists = report.listsRead
        covers = report.coversPresent
        keysIgnored = report.keysIgnored
        problems = report.problems.map { Problem(path: $0.path, reason: $0.reason) }
        seconds = (report.duration / .milliseconds(1)).rounded() / 1000
    }

    /// One object.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// A few lines for a person.
    var text: String {
        var lines = [
            "\(Self.count(albums.total, "album")): \(albums.new) new, \(albums.changed) changed, \(albums.unchanged) unchanged; "
                + "\(covers) with a cover."
        ]
        if albums.gone > 0 { lines.append("\(Self.count(albums.gone, "album")) gone, because their files are.") }
        if albums.leftOut > 0 {
            lines.append("\(Self.count(albums.leftOut, "album")) left out, because you have removed them; --removed brings them back.")
        }
        if files.found + files.gone > 0 {
            lines.append(
                "\(Self.count(files.found, "file")): \(files.new) new, \(files.changed) changed, \(files.moved) moved, \(files.gone) gone, "
                    + "\(files.unusable) of no use.")
        }
        if !problems.isEmpty { lines.append("\(Self.count(problems.count, "problem")), named above.") }
        if keysIgnored > 0 { lines.append("\(Self.count(keysIgnored, "value")) with unknown keys left out.") }
        return lines.joined(separator: "\n")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
