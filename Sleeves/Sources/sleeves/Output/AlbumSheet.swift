internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// An album's details for reading: a line for each value, then the copies and the tracks.
struct AlbumSheet: CustomStringConvertible {
    private let archived: CompleteAlbum
    private let machines: [String]
    private let origin: AlbumOrigin?
    private let encoding: TextEncoding?
    /// The width in columns, where lines of tracks are cut.
    private let width = TerminalText.outputWidth

    /// - Parameters:
    ///   - machines: The machines that the files are on, if they are only on others.
    ///   - origin: The reason why the files are one album.
    ///   - encoding: The encoding in which texts of the files were read that don't declare theirs, if there are such texts.
    init(_ archived: CompleteAlbum, machines: [String] = [], origin: AlbumOrigin? = nil, encoding: TextEncoding? = nil) {
        self.archived = archived
        self.machines = machines
        self.origin = origin
        self.encoding = encoding
    }

    var description: String { Self.text([Self.table(lines)] + copies + [files, tracks]) }

    /// The copies, each with what is known of it.
    var copiesText: String { Self.text(copies) }

    private static func text(_ parts: [[String]]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// The values that distinguish the album from similar ones.
    var summary: String { summary(identifier: archived.id.rawValue) }

    /// The same, with another identifier than the library's.
    func summary(identifier: String) -> String {
        let release = archived.shownRelease
        return Self.table(
            [
                (localized("Title"), archived.title), (localized("Artist"), archived.artist),
                (localized("Year"), archived.year.map(String.init)),
            ] + Self.facts([.labels, .catalogueNumber, .format], of: release) + [(localized("Identifier"), identifier)]
        ).joined(separator: "\n")
    }

    /// A line for each track, and one before those of each disc that has a title.
    private var tracks: [String] {
        var disc: Int?
        let titles = archived.shownRelease?.discSubtitles ?? [:]
        return archived.tracks.flatMap { track in
            defer { disc = track.disc ?? 1 }
            let title = disc == track.disc ?? 1 ? nil : titles[track.disc ?? 1]
            let heading = title.map { localized("Disc {number}: {title}", ["number": String(track.disc ?? 1), "title": $0]) }
            return [heading, line(of: track)].compactMap { $0.map { TerminalText.cut(TerminalText.printable($0), to: width) } }
        }
    }

    /// A heading and a line for each known value of each copy.
    private var copies: [[String]] {
        let (copies, fields) = (archived.copies, CopyField.allCases.filter { $0.kind != .mark })
        return copies.enumerated().map { index, copy in
            let name =
                copy.record.isWanted
                ? localized("Wanted")
                : copies.count == 1 ? localized("Your Copy") : localized("Copy {number}", ["number": String(index + 1)])
            let facts =
                [(localized("Edition"), copy.edition)]
                + (fields + copy.record.ownFields.map(CopyField.own)).map { ($0.label, $0.text(in: copy.record)) }
            return [name] + Self.table(facts).map { "  " + $0 }
        }
    }

    /// A heading, the reason why the files are one album, and a line for each of their folders and formats.
    private var files: [String] {
        guard let origin else { return [] }
        return [localized("Files"), "  " + origin.text] + Self.table(origin.rips.map { ($0.text, $0.folder) }).map { "  " + $0 }
    }

    private static let day = Date.ISO8601FormatStyle().year().month().day()

    /// Returns a line for each value that is known, with the values below each other.
    static func table(_ facts: [(String, String?)]) -> [String] {
        let lines = facts.compactMap { name, value in value.map { (name, TerminalText.printable($0)) } }
        let column = lines.map { TerminalText.width(of: $0.0) }.max() ?? 0
        return lines.map { name, value in
            name + String(repeating: " ", count: column - TerminalText.width(of: name) + 2) + value
        }
    }

    private var lines: [(String, String?)] {
        let album = archived.album
        let release = archived.shownRelease
        let ownCopies = archived.copies.count { !$0.record.isWanted }
        let edited = archived.edits?.changesAlbum == true
        let work: [(String, String?)] = [
            (localized("Title"), album.title),
            (localized("Artist"), album.artist),
            (localized("Year"), album.year.map(String.init)),
        ]
        let contents: [(String, String?)] = [
            (localized("Genre"), album.genre),
            (localized("Tracks"), album.trackCount.map(String.init)),
            (localized("Length"), length),
        ]
        let others: [(String, String?)] = [
            (localized("Copies"), ownCopies == 0 ? nil : String(ownCopies)),
            (localized("Rating"), archived.opinion.shownRating.map { localized("{rating} of 5", ["rating": String($0)]) }),
            (localized("Favourite"), archived.opinion.isFavourite ? localized("Yes") : nil),
            (localized("Cover"), album.shownCover.name),
            (localized("Cover address"), album.coverURL),
            (localized("Added"), album.added?.formatted(Self.day)),
            (localized("Source"), album.source.rawValue),
            (localized("Folder"), album.folder),
            (localized("Text encoding"), encoding?.name),
            (localized("Files on"), machines.isEmpty ? nil : machines.joined(separator: ", ")),
            (localized("Edited"), edited ? localized("By hand") : nil),
            (localized("Identifier"), album.id.rawValue),
        ]
        let fields = ReleaseField.allCases
        return work + Self.facts(fields.filter(\.isDate), of: release) + contents + Self.facts(fields.filter { !$0.isDate }, of: release)
            + others
    }

    private static func facts(_ fields: [ReleaseField], of release: ReleaseRecord?) -> [(String, String?)] {
        fields.map { ($0.label, release?.text($0)) }
    }

    private var length: String? {
        let seconds = archived.tracks.compactMap(\.seconds).reduce(0, +)
        return seconds > 0 ? Clock.text(seconds) : nil
    }

    private func line(of track: TrackRecord) -> String {
        let hasDiscs = archived.tracks.contains { ($0.disc ?? 1) > 1 }
        let position = (hasDiscs ? "\(track.disc ?? 1)." : "") + (track.number.map(String.init) ?? "–")
        let title = track.artist.map { "\(track.title) – \($0)" } ?? track.title
        let padding = String(repeating: " ", count: max(0, 5 - position.count))
        return "\(padding)\(position)  \(title)" + (track.seconds.map { "  \(Clock.text($0))" } ?? "")
    }
}
