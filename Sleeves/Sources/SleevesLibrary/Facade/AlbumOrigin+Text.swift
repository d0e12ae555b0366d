internal import Localization

extension AlbumOrigin {
    /// The reason as a text of one to three sentences.
    public var text: String {
        let own = rips.filter { !$0.isCopy }
        return [
            decision?.text ?? rule.text,
            own.count > 1 ? localized("The files in different folders or formats are different tracks of it.") : nil,
            own.count < rips.count ? copiesText : nil,
        ].compactMap(\.self).joined(separator: " ")
    }

    private var copiesText: String {
        isCopyChosen
            ? localized("Files with the same tracks are copies. The copy that you have chosen is played.")
            : localized("Files with the same tracks are copies. The best copy is played.")
    }
}

extension AlbumOrigin.Decision {
    fileprivate var text: String {
        switch self {
        case .joined: localized("Joined by hand.")
        case .split: localized("Split by hand.")
        }
    }
}

extension AlbumOrigin.Rule {
    fileprivate var text: String {
        switch self {
        case .release: localized("The files name the same MusicBrainz release.")
        case .named: localized("The files have the same title and artist.")
        case .untitled: localized("The files of this folder have no album title.")
        case .guessed: localized("The files have no album title. What they don't tell is guessed from the names of the folders.")
        }
    }
}

extension AlbumOrigin.Rip {
    /// The format, the number of files and the date of a reissue, such as “FLAC, 12 files, 1998-05-04”.
    public var text: String {
        [files, reissue].compactMap(\.self).joined(separator: localized(", ", context: "between counts"))
    }

    private var files: String {
        let name = format.uppercased()
        return isCopy
            ? localized(one: "Copy: {format}, {count} file", other: "Copy: {format}, {count} files", count: fileCount, ["format": name])
            : localized(one: "{format}, {count} file", other: "{format}, {count} files", count: fileCount, ["format": name])
    }
}
