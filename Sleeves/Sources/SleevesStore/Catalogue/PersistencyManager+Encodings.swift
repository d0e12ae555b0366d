internal import SleevesCovers
internal import SleevesImporting
package import SleevesModel
internal import SQLite

/// The decoding of texts that don't declare their encoding, an album's folder at a time.
extension PersistencyManager {
    /// The result of decoding the texts of an album's folder and its discs.
    private struct DecodedHome {
        var folders: [FileCatalogue.DecodedFolder]
        var encoding: TextEncoding
        /// The texts of each file, if they aren't what the catalogue has.
        var files: [(file: Int64, texts: [AudioTags.TextField: String])] = []
    }

    /// Decodes the texts that wait for it.
    ///
    /// - Parameter isComplete: Whether all files are read. Otherwise, folders with unread files wait for the others, whose texts count too.
    /// - Throws: ``PersistencyError``, or a ``ReaderFailure`` that says nothing about the texts.
    package func decodeTexts(isComplete: Bool) throws {
        let homes = try read { database in
            let regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            return try regrouping.catalogue.undecodedHomes().filter { try isComplete || regrouping.hasReadFiles($0) }
        }
        var rest = homes[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let decoded = try rest.prefix(64).map(decode)
            rest = rest.dropFirst(decoded.count)
            try write { database in
                let catalogue = FileCatalogue(database)
                for home in decoded {
                    for file in home.files { try catalogue.store(file.texts, of: file.file) }
                    for folder in home.folders { try catalogue.noteDecoded(folder.id, as: home.encoding) }
                }
            }
        }
    }

    private func decode(home: String) throws -> DecodedHome {
        let (folders, files, chosen) = try read { database in
            let catalogue = FileCatalogue(database)
            let folders = try catalogue.folders(ofHome: home)
            return (folders, try folders.flatMap { try catalogue.undeclaredTexts(in: $0.id) }, try catalogue.chosenEncoding(ofHome: home))
        }
        let encoding = try chosen ?? reader.encoding(of: files.lazy.flatMap(\.texts.values))
        var decoded = DecodedHome(folders: folders, encoding: encoding)
        // Texts are stored as Western ones at first.
        if folders.allSatisfy({ ($0.encoding ?? .western) == encoding && encoding == .western }) { return decoded }
        let fields = files.flatMap { file in file.texts.map { (file: file.file, field: $0.key, bytes: $0.value) } }
        var texts: [Int64: [AudioTags.TextField: String]] = [:]
        do throws(ReaderFailure) {
            for (field, text) in zip(fields, try reader.decode(fields.map(\.bytes), as: encoding)) {
                texts[field.file, default: [:]][field.field] = text
            }
        } catch {
            if error.isPassing { throw error }
            // The texts crashed the reader. They stay as they are.
            decoded.encoding = .western
            return decoded
        }
        decoded.files = files.map { ($0.file, texts[$0.file] ?? [:]) }
        return decoded
    }
}
