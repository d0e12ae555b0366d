internal import SleevesModel
package import SleevesCovers

/// A CUE sheet: a text beside an audio file, or in its tags, that says which tracks the file contains.
///
/// ## Behavior
/// - A track begins at its INDEX 01 and ends where the next track of the same file begins, so a pregap (INDEX 00) belongs to the track before
///   it. The music before the first INDEX 01 of a file is skipped, as other players do.
/// - The tracks of a file with one track are the file itself.
/// - Data tracks aren't tracks. Where numbers are missing, repeated or too large, the tracks are counted instead.
/// - Sheets with times that can't be read or that go backwards are damaged as a whole.
///
/// Source: the appendix “CUE sheet commands” of CDRWIN's manual, and what players make of sheets that don't follow it.
package struct CueSheet: Sendable, Hashable, Codable {
    /// A track of a file.
    package struct Track: Sendable, Hashable, Codable {
        package var number: Int
        package var title: String?
        package var performer: String?
        package var songwriter: String?
        /// In frames; 75 are a second.
        package var start: Int
        /// In frames; `nil` for the end of the file.
        package var end: Int?
    }

    /// A file with tracks.
    package struct File: Sendable, Hashable, Codable {
        /// The last component of its name; empty if the sheet doesn't name it.
        package var name: String
        package var tracks: [Track]
    }

    package var title: String?
    package var performer: String?
    package var songwriter: String?
    /// The date as it is written.
    package var date: String?
    package var genre: String?
    package var disc: Int?
    /// The number that `CATALOG` names, which is that of the bar code.
    package var barcode: String?
    package var isCompilation = false
    /// The ReplayGain of the album in hundredths of a decibel, no more than its peak allows.
    package var gain: Int?
    /// The files with tracks of music.
    package var files: [File] = []

    /// The maximum size of a sheet's file, in bytes.
    package static let sizeLimit = 1 << 20
    /// The maximum number of sheets that are read in a folder.
    package static let folderLimit = 64

    /// Returns whether a file with this name in a folder is treated as a sheet.
    package static func isNamedLikeSheet(_ name: String) -> Bool {
        Path.split(name: name).fileExtension == ending
    }

    /// The ending of the names of sheets.
    package static let ending = "cue"

    /// Reads the sheet at `path`.
    ///
    /// - Parameter reader: The decoder of a sheet that isn't UTF-8.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    package init(fileAt path: String, reader: MediaReader? = nil) throws(CueSheetProblem) {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try FileSystem.bytes(ofFile: path, limit: Self.sizeLimit)
        } catch {
            throw .unreadable(error)
        }
        guard let bytes else { throw .tooLarge }
        try self.init(bytes, reader: reader)
    }

    /// Reads a sheet from the bytes of its file.
    package init(_ bytes: [UInt8], reader: MediaReader? = nil) throws(CueSheetProblem) {
        guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
        try self.init(text: SheetText.text(bytes, by: reader))
    }

    /// Reads a sheet from its text.
    package init(text: String) throws(CueSheetProblem) {
        guard text.utf8.count <= 3 * Self.sizeLimit else { throw .tooLarge }
        var parser = CueSheetParser()
        parser.parse(text)
        self = try parser.result()
    }

    /// Creates an empty sheet.
    init() {}

    /// The number of tracks of music.
    package var trackCount: Int { files.reduce(0) { $0 + $1.tracks.count } }

    /// Returns the sheet for one of its files.
    package func part(_ file: File) -> CueSheet {
        var part = self
        part.files = [file]
        return part
    }

    /// The tracks of the only file.
    package var tracks: [Track] { files.first?.tracks ?? [] }
    /// Whether the only file has several tracks.
    package var divides: Bool { tracks.count > 1 }

    /// Returns the sheet in the tags of a file, for that file; `nil` if it has no tracks for it.
    package init?(embedded text: String, seconds: Int?) throws(CueSheetProblem) {
        guard text.utf8.count <= AudioTags.sheetLimit else { throw .tooLarge }
        let sheet = try CueSheet(text: text)
        guard sheet.files.count == 1, sheet.divides else { return nil }
        if let problem = sheet.files[0].problem(inFileOf: seconds) { throw problem }
        self = sheet
    }
}

extension CueSheet.File {
    /// Returns why the file can't have these tracks, if it plays for so many whole seconds.
    func problem(inFileOf seconds: Int?) -> CueSheetProblem? {
        // The fraction of the last second is unknown.
        guard tracks.count > 1, let seconds else { return nil }
        let beyond = tracks.first { $0.start >= (seconds + 1) * FileSegment.rate }
        return beyond.map { .beyondEnd(track: $0.number, seconds: $0.start / FileSegment.rate, length: seconds) }
    }
}
