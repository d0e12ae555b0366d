internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// The report on an import, as `sleeves import` prints it. Scripts rely on the keys of the JSON form.
struct PrintedReport: Encodable {
    private struct Albums: Encodable {
        var total, new, changed, unchanged, gone, leftOut: Int
    }

    private struct Files: Encodable {
        var found, new, changed, moved, unchanged, gone, unusable, hidden: Int
        /// The numbers of files by their extensions.
        var notRead: [String: Int]
    }

    private struct Problem: Encodable {
        var path, reason: String
    }

    private let albums: Albums
    private let files: Files
    private let lists: Int
    private let covers: Int
    private let keysIgnored: Int
    private let ignoredKeys: [String]
    private let wanted: Int
    private let problems: [Problem]
    private let seconds: Double
    /// Whether the import can be undone.
    private let undoable: Bool
    /// The changes that an import would make; `nil` for a report on a real import.
    private let preview: [Change]?

    private enum CodingKeys: String, CodingKey {
        case albums, files, lists, covers, keysIgnored, ignoredKeys, wanted, problems, seconds, preview
    }

    private struct Change: Encodable {
        var change, artist, title: String
    }

    /// - Parameter preview: The changes that an import would make, if the report is a preview.
    init(_ report: ImportReport, _ preview: [ImportPreview.Change]? = nil) {
        undoable = report.canBeUndone
        self.preview = preview?.map { Change(change: $0.kind.rawValue, artist: $0.artist, title: $0.title) }
        let counts = report.albums
        albums = Albums(
            total: counts.total, new: counts.inserted, changed: counts.updated, unchanged: counts.unchanged, gone: counts.removed,
            leftOut: counts.leftOut)
        let found = report.files
        files = Files(
            found: found.found, new: found.new, changed: found.changed, moved: found.moved, unchanged: found.unchanged, gone: found.gone,
            unusable: found.unusable, hidden: found.hidden, notRead: found.unread)
        lists = report.listsRead
        covers = report.coversPresent
        keysIgnored = report.keysIgnored
        ignoredKeys = report.ignoredKeys.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        wanted = report.wanted
        problems = report.problems.map { Problem(path: $0.path, reason: $0.reason) }
        seconds = (report.duration / .milliseconds(1)).rounded() / 1000
    }

    /// Returns the report as a JSON object.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// A few lines for reading.
    var text: String {
        var lines = [
            localized(
                one: "{count} album: {new} new, {changed} changed, {unchanged} unchanged; {covers} with a cover.",
                other: "{count} albums: {new} new, {changed} changed, {unchanged} unchanged; {covers} with a cover.",
                count: albums.total,
                ["new": "\(albums.new)", "changed": "\(albums.changed)", "unchanged": "\(albums.unchanged)", "covers": "\(covers)"])
        ]
        if albums.gone > 0 {
            lines.append(
                localized(
                    one: "{count} album gone, because its files are gone.", other: "{count} albums gone, because their files are gone.",
                    count: albums.gone))
        }
        if albums.leftOut > 0 {
            lines.append(
                localized(
                    one: "{count} album left out, because you removed it. {option} restores it.",
                    other: "{count} albums left out, because you removed them. {option} restores them.",
                    count: albums.leftOut, ["option": "--removed"]))
        }
        if files.found + files.gone > 0 { lines.append(filesLine) }
        if !files.notRead.isEmpty {
            let kinds = files.notRead.sorted { $0.key < $1.key }.map { ".\($0.key) (\($0.value))" }.joined(separator: ", ")
            lines.append(
                localized(
                    one: "{count} audio file in an unsupported format: {kinds}.",
                    other: "{count} audio files in unsupported formats: {kinds}.",
                    count: files.notRead.values.reduce(0, +), ["kinds": kinds]))
        }
        if files.hidden > 0 {
            lines.append(
                localized(
                    one: "{count} hidden folder or audio file left out.", other: "{count} hidden folders and audio files left out.",
                    count: files.hidden))
        }
        if !problems.isEmpty {
            lines.append(localized(one: "{count} problem (see above).", other: "{count} problems (see above).", count: problems.count))
        }
        if wanted > 0 {
            lines.append(
                localized(
                    one: "{count} wanted album. “{command}” lists it.",
                    other: "{count} wanted albums. “{command}” lists them.", count: wanted, ["command": "sleeves list --wanted"]))
        }
        if !ignoredKeys.isEmpty { lines.append(keysLine) }
        if !undoable { lines.append(localized("This import is too large to undo.")) }
        guard let preview else { return lines.joined(separator: "\n") }
        lines.insert(localized("Nothing was changed. An import would make these changes:"), at: 0)
        lines += preview.map { TerminalText.printable("\(Self.word(for: $0.change))  \($0.artist) – \($0.title)") }
        return lines.joined(separator: "\n")
    }

    private static func word(for change: String) -> String {
        switch ImportPreview.Change.Kind(rawValue: change) {
        case .new: localized("new", context: "an album")
        case .gone: localized("gone", context: "an album")
        case .changed, nil: localized("changed", context: "an album")
        }
    }

    /// The line that names each unknown key once, the most frequent first.
    private var keysLine: String {
        let limit = 8
        let names = ignoredKeys.prefix(limit).map { TerminalText.printable($0) }.joined(separator: ", ")
        guard ignoredKeys.count > limit else {
            return localized(
                one: "{count} unknown key left out: {names}.", other: "{count} unknown keys left out: {names}.", count: ignoredKeys.count,
                ["names": names])
        }
        return localized(
            one: "{count} unknown key left out: {names} and others.", other: "{count} unknown keys left out: {names} and others.",
            count: ignoredKeys.count, ["names": names])
    }

    private var filesLine: String {
        localized(
            one: "{count} file: {new} new, {changed} changed, {moved} moved, {gone} gone, {unusable} unusable.",
            other: "{count} files: {new} new, {changed} changed, {moved} moved, {gone} gone, {unusable} unusable.",
            count: files.found,
            [
                "new": "\(files.new)", "changed": "\(files.changed)", "moved": "\(files.moved)", "gone": "\(files.gone)",
                "unusable": "\(files.unusable)",
            ])
    }
}
