internal import SleevesModel

/// The assignment of a folder's CUE sheets to its audio files. Nothing but the files of the sheets' own folder can be named.
///
/// 1. A sheet names its files. If the folder has no such file, those with the same stem count: sheets often name the `.wav` that was
///    compressed since. If there is none either, and the sheet names only one file, those with the sheet's own stem count; or else the only
///    file of the folder, if it has neither a title nor an album, is long enough, and no other sheet is there.
/// 2. Of several sheets for one file, that with the same stem counts, or else the first by name. A damaged one doesn't count.
package struct SheetAssignment {
    /// An audio file of the folder.
    package struct AudioFile {
        package var name: String
        /// The playing time, if known.
        package var seconds: Int?
        package var hasTitle: Bool
        package var hasAlbum: Bool

        package init(name: String, seconds: Int?, hasTitle: Bool, hasAlbum: Bool = false) {
            (self.name, self.seconds, self.hasTitle, self.hasAlbum) = (name, seconds, hasTitle, hasAlbum)
        }
    }

    /// The sheets by the indices of their files, each for that file.
    package private(set) var parts: [Int: CueSheet] = [:]
    /// The problems with sheets, by their names.
    package private(set) var problems: [String: CueSheetProblem] = [:]

    private struct Candidate {
        let name: String
        let part: CueSheet
    }

    private var files: [AudioFile]
    private var candidates: [Int: [Candidate]] = [:]
    private var byName: [String: [Int]] = [:]
    private var byStem: [String: [Int]] = [:]
    /// Whether the folder has one sheet and one audio file.
    private let isAlone: Bool

    /// - Parameters:
    ///   - sheets: The undamaged sheets with their names.
    ///   - files: The audio files with known tags.
    ///   - others: The names of other audio files of the folder, which have their own problems.
    package init(_ sheets: [(name: String, sheet: CueSheet)], to files: [AudioFile], others: [String]) {
        self.files = files
        for (index, file) in files.enumerated() {
            byName[file.name.nameFolded(), default: []].append(index)
            byStem[Self.stem(of: file.name), default: []].append(index)
        }
        isAlone = sheets.count == 1 && files.count == 1 && others.isEmpty
        let others = Set(others.map(Self.stem))
        let titled = files.count { $0.hasTitle }
        for (name, sheet) in sheets.sorted(by: { $0.name < $1.name }) {
            var missing: [String] = []
            for file in sheet.files {
                let found = indices(of: file, in: sheet, named: name)
                if found.isEmpty, !others.contains(Self.stem(of: file.name)) { missing.append(file.name) }
                for index in found {
                    if let problem = file.problem(inFileOf: files[index].seconds) {
                        problems[name] = problems[name] ?? problem
                    } else {
                        candidates[index, default: []].append(Candidate(name: name, part: sheet.part(file)))
                    }
                }
            }
            // Where all tracks are files with titles, nothing is missing.
            if let first = missing.first, titled < sheet.trackCount {
                problems[name] = problems[name] ?? .missing(count: missing.count, first: first)
            }
        }
        for (index, found) in candidates {
            let own = [Self.stem(of: files[index].name), files[index].name.nameFolded()]
            let best = found.first { own.contains(Self.stem(of: $0.name)) } ?? found.first
            parts[index] = best.flatMap { useful($0.part, for: files[index]) }
        }
    }

    /// Returns a sheet for a file, unless the file's own tags say what the sheet does.
    private func useful(_ part: CueSheet, for file: AudioFile) -> CueSheet? {
        part.divides || !file.hasTitle || !file.hasAlbum ? part : nil
    }

    /// Returns the indices of the files that a sheet means.
    private func indices(of file: CueSheet.File, in sheet: CueSheet, named name: String) -> [Int] {
        let stem = Self.stem(of: file.name)
        if !stem.isEmpty {
            // The same music in another format is a copy with the same tracks.
            let alike = byStem[stem] ?? []
            if file.tracks.count > 1, !alike.isEmpty { return alike }
            if let exact = byName[file.name.nameFolded()] { return exact }
            if !alike.isEmpty { return alike }
        }
        guard sheet.files.count == 1 else { return [] }
        let own = Self.stem(of: name)
        if let found = byStem[own] ?? byName[own] { return found }
        let isLikely =
            isAlone && file.tracks.count > 1 && !files[0].hasTitle && !files[0].hasAlbum && files[0].seconds != nil
            && file.problem(inFileOf: files[0].seconds) == nil
        return isLikely ? [0] : []
    }

    /// Returns a name without its extension, for comparing.
    private static func stem(of name: String) -> String {
        Path.split(name: name).stem.nameFolded()
    }
}
