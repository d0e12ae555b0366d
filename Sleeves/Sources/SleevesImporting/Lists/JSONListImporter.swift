internal import Localization

/// An importer of albums from a file of JSON.
///
/// ```json
/// [
///     {"title": "Debut", "artist": "Björk", "genre": "Electronic", "year": 1993, "coverURL": "https://example.org/debut.jpg"}
/// ]
/// ```
///
/// There may also be an entry on each line, without brackets and commas. `title` and `artist` are required; `year` is a number, or text
/// with one. Other keys are skipped and counted. Other kinds of entries are recognised by their keys:
///
/// - `basic_information`: a Discogs collection or wantlist, as Discogs' API returns them, in pages or without.
/// - `artist-credit`: a MusicBrainz collection, as its web service returns it with `inc=artist-credits&fmt=json`.
/// - `album`: a track, as `beet export` writes it, or an album of `beet export --album`.
/// - `uri` in a page with `tracks` and `albums`: Spotify's `YourLibrary.json`.
/// - `sleeves`: an album of an exported library.
///
/// ## Behavior
/// - Tracks with one album and artist are one album. Wanted albums are kept apart from owned ones.
/// - An unusable entry is listed among the problems by its position, counted from 1, and the rest is read.
/// - A file that is truncated or invalid in the middle gives the albums before that place. A list of which pages are missing isn't whole.
/// - A cover address that isn't on the web is left out, and the album is kept.
/// - Two entries with one artist, title and year are one album; the first is kept. Two copies of one Discogs release are one album. A copy
///   that two pages name is one.
/// - Memory doesn't grow with the length of the file.
package enum JSONListImporter: ListImporter {
    package static let endings = ["json", "jsonl", "ndjson"]
    package static let sizeLimit = 1 << 30
    /// JSON is UTF-8, but programs write it in others.
    package static let isOfAnyEncoding = true
    /// The maximum number of copies whose numbers are remembered.
    private static let copyLimit = 200_000

    package static func read(_ source: consuming ByteSource, path: String, into contents: ListContents) throws {
        var collector = contents.collector(path: path, unit: .entry)
        var reader = JSONEntryReader(source)
        var number = 0
        var isJSON = true
        // Pages that were fetched while the collection changed may overlap.
        var copies: Set<Int> = []
        do {
            while let finding = try reader.next() {
                number += 1
                if number.isMultiple(of: 1024) { try Task.checkCancellation() }
                switch finding {
                case .unusable(let reason): collector.note([reason], entry: number)
                case .notJSON(let reason):
                    isJSON = false
                    collector.note([reason], entry: number)
                case .entry(let entry):
                    if entry["basic_information"] != .null, let copy = entry["instance_id"].wholeNumber, copies.count < copyLimit,
                        !copies.insert(copy).inserted
                    {
                        continue
                    }
                    var entry = JSONEntry(entry: JSONEntry.withUsualKeys(entry))
                    if number == 1, let reason = entry.refusal { throw ImportError(kind: .badData, path: path, reason: reason) }
                    try entry.take(number, section: reader.section, into: &collector)
                }
            }
        } catch let broken as JSONEntryReader.Broken {
            let places = ["line": "\(broken.line)", "reason": broken.reason]
            guard !collector.isEmpty else {
                let reason = localized("Line {line} is not valid JSON. {reason} Correct it, or export the list again.", places)
                throw ImportError(kind: .badData, path: path, reason: reason)
            }
            collector.isTruncated = true
            collector.note(
                localized(
                    "Line {line} is not valid JSON. {reason} Everything before it was imported. To import the rest, export the list again.",
                    places))
        }
        let pages = reader.pageCount
        if pages.found < pages.all {
            collector.isTruncated = true
            collector.note(
                localized(
                    "The list has {all} pages, but the file contains only {found} of them. To import the rest, fetch all pages.",
                    ["all": "\(pages.all)", "found": "\(pages.found)"]))
        }
        if collector.isEmpty, let error = whyNoList(number, isList: reader.foundList, isJSON: isJSON, path) { throw error }
        collector.finish()
    }

    /// Returns the error for a file without a single album; `nil` if it is a list nevertheless.
    private static func whyNoList(_ entries: Int, isList: Bool, isJSON: Bool, _ path: String) -> ImportError? {
        if isList, isJSON { return nil }
        let reason =
            isJSON && entries > 0
            ? localized(
                "This JSON contains no list of albums. Put the albums between [ and ], or one on each line: {example}.",
                ["example": JSONEntry.example])
            : localized("This is not valid JSON. Correct it, or export the list again.")
        return ImportError(kind: .badData, path: path, reason: reason)
    }
}
