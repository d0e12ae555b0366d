package import SleevesCovers
internal import SleevesModel

extension CueSheet {
    /// Returns the paths of the audio files beside a sheet that it means, for a user who names the sheet.
    ///
    /// - Parameter reader: The decoder of a sheet that isn't UTF-8.
    /// - Throws: ``ImportError`` if the sheet is damaged, or has no files.
    package static func audioFiles(ofSheetAt path: String, reader: MediaReader) throws(ImportError) -> [String] {
        do throws(CueSheetProblem) {
            let sheet = try CueSheet(fileAt: path, reader: reader)
            let folder = Path.folder(of: path)
            let names = ((try? FileSystem.names(inFolder: folder)) ?? []).filter(AudioFile.isNamedLikeAudio)
            let files = names.map { SheetAssignment.AudioFile(name: $0, seconds: nil, hasTitle: false) }
            let assignment = SheetAssignment([(name: Path.name(of: path), sheet: sheet)], to: files, others: [])
            let found = assignment.parts.keys.sorted().map { Path.appending(names[$0], to: folder) }
            if found.isEmpty { throw assignment.problems[Path.name(of: path)] ?? .noTracks }
            return found
        } catch {
            throw ImportError(kind: .badData, path: path, reason: error.sentence)
        }
    }
}
