internal import Localization

extension AlbumOrigin {
    /// The reason as a text of one to three sentences.
    public var text: String {
        let own = rips.filter { !$0.isCopy }
        return [
            rule.text,
            own.count > 1 ? localized("The files in different folders or formats are different tracks of it.") : nil,
            own.count < rips.count ? localized("Files with the same tracks are copies. The best copy is played.") : nil,
        ].compactMap(\.self).joined(separator: " ")
    }
}

extension AlbumOrigin.Rule {
    fileprivate var text: String {
        switch self {
        case .release: localized("The files name the same MusicBrainz release.")
        case .named: localized("The files have the same title and artist.")
        case .untitled: localized("The files of this folder have no album title.")
        case .guessed: localized("The files have no tags. The title and the artist are guessed from the names of the folders.")
        }
    }
}

extension AlbumOrigin.Rip {
    /// The format and the number of files, such as “FLAC, 12 files”.
    public var text: String {
        let name = format.uppercased()
        return isCopy
            ? localized(one: "Copy: {format}, {count} file", other: "Copy: {format}, {count} files", count: fileCount, ["format": name])
            : localized(one: "{format}, {count} file", other: "{format}, {count} files", count: fileCount, ["format": name])
    }
}
