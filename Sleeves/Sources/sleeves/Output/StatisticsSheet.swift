internal import Localization
internal import SleevesLibrary

/// A library's statistics for reading: totals, then a list with bars for each kind of value.
struct StatisticsSheet: CustomStringConvertible {
    private let statistics: LibraryStatistics
    /// The width in columns, which no line exceeds.
    private let width = TerminalText.outputWidth

    private typealias Line = (name: String, count: Int)

    init(_ statistics: LibraryStatistics) {
        self.statistics = statistics
    }

    var description: String {
        let missing = statistics.missing
        let sections = [
            totals,
            section(localized("DECADES"), statistics.decades.map { (localized("{year}s", ["year": "\($0.year)"]), $0.albums) }),
            section(localized("GENRES"), lines(statistics.genres)),
            section(localized("LABELS"), lines(statistics.labels)),
            section(localized("FORMATS"), lines(statistics.formats)),
            section(
                localized("MISSING"),
                [
                    (localized("Covers"), missing.covers), (localized("Years"), missing.years), (localized("Genres"), missing.genres),
                    (localized("Tracks"), missing.tracks),
                ].filter { $0.1 > 0 }),
        ]
        return sections.compactMap(\.self).joined(separator: "\n\n")
    }

    private var totals: String {
        let names = [localized("Albums"), localized("Tracks"), localized("Playing time")]
        let values = [String(statistics.albums), String(statistics.tracks), Self.clock(statistics.seconds)]
        let column = names.map(TerminalText.width).max() ?? 0
        return zip(names, values).map { Self.padded($0, to: column + 2) + $1 }.joined(separator: "\n")
    }

    private func lines(_ shares: LibraryStatistics.Shares) -> [Line] {
        let others = shares.otherValues > 0 ? [(localized("Others"), shares.otherAlbums)] : []
        return shares.top.map { ($0.name, $0.albums) } + others
    }

    /// Returns a heading and a line for each value; `nil` if there are none.
    private func section(_ title: String, _ lines: [Line]) -> String? {
        guard let most = lines.map(\.count).max() else { return nil }
        let names = lines.map { TerminalText.cut(TerminalText.printable($0.name), to: max(8, width / 2 - 10)) }
        let column = names.map(TerminalText.width).max() ?? 0
        let digits = String(most).count
        let longest = max(0, min(40, width - column - digits - 4))
        let rows = zip(names, lines).map { name, line in
            let count = String(line.count)
            let bar = String(repeating: "█", count: most == 0 ? 0 : (longest * line.count + most / 2) / most)
            let row = Self.padded(name, to: column + 2) + String(repeating: " ", count: digits - count.count) + count
            return bar.isEmpty ? row : "\(row)  \(bar)"
        }
        return ([title] + rows).joined(separator: "\n")
    }

    private static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - TerminalText.width(of: text)))
    }

    /// Returns hours, minutes and seconds.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
