internal import SleevesModel
package import SleevesCovers
package import struct FoundationEssentials.Date
internal import Localization

/// The result of reading a file's tags.
package struct TagReading: Sendable {
    /// The file's ID in the catalogue.
    package let id: Int64
    package let path: String
    package let tags: Result<AudioTags, AudioFileError>
    /// The file's shelf, computed here because this code runs on all cores.
    package let shelf: Int64
    /// The time at which the file came to its place, if known.
    package let arrived: Date?
    /// The CUE sheet in the tags that divides the file, if there is one, or else what is wrong with it.
    package let sheet: Result<CueSheet?, CueSheetProblem>

    /// Reads the tags of files.
    package static func read(_ files: [(id: Int64, path: String)], by reader: MediaReader) throws -> [TagReading] {
        var readings: [TagReading] = []
        readings.reserveCapacity(files.count)
        for (file, tags) in zip(files, try reader.tags(of: files.map(\.path))) {
            readings.append(TagReading(id: file.id, path: file.path, tags: tags, like: readings.last))
        }
        return readings
    }

    /// - Parameter other: A file that is probably on the same shelf, whose digest is then reused.
    private init(id: Int64, path: String, tags: Result<AudioTags, AudioFileError>, like other: TagReading?) {
        self.id = id
        self.path = path
        self.tags = tags
        arrived = FileSystem.arrival(of: path)
        sheet = Result { () throws(CueSheetProblem) -> CueSheet? in
            guard let tags = try? tags.get(), let text = tags.cueSheet else { return nil }
            return try CueSheet(embedded: text, seconds: tags.seconds)
        }
        switch tags {
        case .failure: shelf = 0
        case .success(let read):
            if let other, case .success(let others) = other.tags, others.album == read.album,
                Path.folder(of: other.path) == Path.folder(of: path)
            {
                shelf = other.shelf
            } else {
                shelf = GroupedTrack.shelf(ofFile: path, album: read.album)
            }
        }
    }

    /// The problem with the file, in whole sentences; `nil` if there is none.
    package var problem: String? {
        switch tags {
        case .failure(let error): error.sentence
        case .success(let tags): Self.problem(with: tags) ?? sheetProblem
        }
    }

    private var sheetProblem: String? {
        if case .failure(let problem) = sheet { problem.sentence } else { nil }
    }

    private static func problem(with tags: AudioTags) -> String? {
        let limits = ["text": "\(AudioFile.textLimit >> 10)", "picture": "\(AudioFile.pictureLimit >> 20)"]
        return switch (tags.textWasCut, tags.picture == .tooLarge) {
        case (false, false): nil
        case (true, false): localized("A tag is longer than {text} KiB. Its end was left out.", limits)
        case (false, true): localized("A picture is larger than {picture} MiB and was left out.", limits)
        case (true, true):
            localized(
                "A tag is longer than {text} KiB, and its end was left out. A picture is larger than {picture} MiB and was left out.",
                limits)
        }
    }
}
