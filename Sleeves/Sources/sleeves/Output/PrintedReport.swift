internal import Localization
internal import SleevesLibrary

/// The report on an import, as `sleeves import` prints it. Scripts rely on the keys of the JSON form.
struct PrintedReport: Encodable {
    private struct Files: Encodable {
        let found, new, changed, moved, unchanged, gone, unusable, hidden: Int
        /// The numbers of files by their extensions.
        let notRead: [String: Int]
    }

    private enum CodingKeys: String, CodingKey {
        case albums, files, lists, covers, keysIgnored, ignoredKeys, wanted, joined, problems, seconds, preview, previewCount
    }

    private let report: ImportReport
    /// The expected result of an import; `nil` for a report on a real one.
    private let preview: ImportPreview?
    private var albums: SaveSummary { report.albums }
    private var files: FileCounts { report.files }
    /// The unknown keys, the most frequent first.
    private var ignoredKeys: [String] { report.ignoredKeys.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key) }

    /// - Parameter preview: The expected result of an import, if the report is on that.
    init(_ report: ImportReport, _ preview: ImportPreview? = nil) {
        self.report = report
        self.preview = preview
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let counts = [
            "total": albums.total, "new": albums.inserted, "changed": albums.updated, "unchanged": albums.unchanged,
            "gone": albums.removed, "leftOut": albums.leftOut,
        ]
        try container.encode(counts, forKey: .albums)
        let files = Files(
            found: files.found, new: files.new, changed: files.changed, moved: files.moved, unchanged: files.unchanged, gone: files.gone,
            unusable: files.unusable, hidden: files.hidden, notRead: files.unread)
        try container.encode(files, forKey: .files)
        try container.encode(report.listsRead, forKey: .lists)
        try container.encode(report.coversPresent, forKey: .covers)
        try container.encode(report.keysIgnored, forKey: .keysIgnored)
        try container.encode(ignoredKeys, forKey: .ignoredKeys)
        try container.encode(report.wanted, forKey: .wanted)
        try container.encode(report.joined, forKey: .joined)
        try container.encode(report.problems, forKey: .problems)
        try container.encode((report.duration / .milliseconds(1)).rounded() / 1000, forKey: .seconds)
        let changes = preview?.changes.map { ["change": $0.kind.rawValue, "artist": $0.artist, "title": $0.title] }
        try container.encodeIfPresent(changes, forKey: .preview)
        try container.encodeIfPresent(preview?.count, forKey: .previewCount)
    }

    /// A few lines for reading.
    var text: String {
        var lines = [
            localized(
                one: "{count} album: {new} new, {changed} changed, {unchanged} unchanged; {covers} with a cover.",
                other: "{count} albums: {new} new, {changed} changed, {unchanged} unchanged; {covers} with a cover.",
                count: albums.total,
                [
                    "new": "\(albums.inserted)", "changed": "\(albums.updated)", "unchanged": "\(albums.unchanged)",
                    "covers": "\(report.coversPresent)",
                ])
        ]
        if albums.removed > 0 {
            lines.append(
                localized(
                    one: "{count} album gone, because its files are gone, or its list no longer names it.",
                    other: "{count} albums gone, because their files are gone, or their lists no longer name them.",
                    count: albums.removed))
        }
        if albums.leftOut > 0 {
            lines.append(
                localized(
                    one: "{count} album left out, because you removed it. {option} restores it.",
                    other: "{count} albums left out, because you removed them. {option} restores them.",
                    count: albums.leftOut, ["option": "--removed"]))
        }
        if files.found + files.gone > 0 { lines.append(filesLine) }
        if !files.unread.isEmpty {
            let kinds = files.unread.sorted { $0.key < $1.key }.map { ".\($0.key) (\($0.value))" }.joined(separator: ", ")
            lines.append(
                localized(
                    one: "{count} audio file in an unsupported format: {kinds}.",
                    other: "{count} audio files in unsupported formats: {kinds}.",
                    count: files.unread.values.reduce(0, +), ["kinds": kinds]))
        }
        if files.hidden > 0 {
            lines.append(
                localized(
                    one: "{count} folder or audio file left out, because it is hidden, a recycle bin or a snapshot.",
                    other: "{count} folders and audio files left out, because they are hidden, recycle bins or snapshots.",
                    count: files.hidden))
        }
        if !report.problems.isEmpty {
            lines.append(
                localized(one: "{count} problem (see above).", other: "{count} problems (see above).", count: report.problems.count))
        }
        if report.wanted > 0 {
            lines.append(
                localized(
                    one: "{count} wanted album. “{command}” lists it.",
                    other: "{count} wanted albums. “{command}” lists them.", count: report.wanted, ["command": "sleeves list --wanted"]))
        }
        if report.joined > 0 {
            lines.append(
                localized(
                    one: "{count} record joined with the album of files that has its names. “{command}” separates it.",
                    other: "{count} records joined with the albums of files that have their names. “{command}” separates them.",
                    count: report.joined, ["command": "sleeves split ALBUM"]))
        }
        if !ignoredKeys.isEmpty { lines.append(keysLine) }
        if !report.canBeUndone { lines.append(localized("This import is too large to undo.")) }
        guard let preview else { return lines.joined(separator: "\n") }
        lines.insert(localized("Nothing was changed. An import would make these changes:"), at: 0)
        lines += preview.changes.map { TerminalText.printable("\(Self.word(for: $0.kind))  \($0.artist) – \($0.title)") }
        let others = preview.count - preview.changes.count
        if others > 0 { lines.append(localized(one: "and {count} more album", other: "and {count} more albums", count: others)) }
        return lines.joined(separator: "\n")
    }

    private static func word(for change: ImportPreview.Change.Kind) -> String {
        switch change {
        case .new: localized("new", context: "an album")
        case .gone: localized("gone", context: "an album")
        case .changed: localized("changed", context: "an album")
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
