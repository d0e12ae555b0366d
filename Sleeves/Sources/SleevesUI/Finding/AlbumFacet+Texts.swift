import GTKAdapters
import Localization
import SleevesLibrary

extension AlbumFacet {
    /// The facet as a text.
    var shownText: String {
        switch self {
        case .artist(let name), .genre(let name), .label(let name), .place(let name), .release(_, let name): name
        case .format(let part): FormatWord.word(for: part)
        case .decade(let year): localized("{year}s", ["year": String(year)])
        case .year(let year): String(year)
        case .folder(let path): FolderName.shown(path)
        // Translators: {grade} is the condition of a record, such as “Very Good Plus (VG+)”.
        case .condition(let grade): localized("{grade} or better", ["grade": grade])
        case .rating(5): localized(one: "{count} Star", other: "{count} Stars", count: 5)
        case .rating(let rating): localized(one: "{count} Star or more", other: "{count} Stars or more", count: rating)
        case .favourite: localized("Favourites")
        case .bought(let year): localized("Bought in {year}", ["year": String(year)])
        // Translators: A value in one of the user’s own fields, such as “Signed: Yes”.
        case .own(let field, _): localized("{field}: {value}", ["field": field, "value": valueText])
        case .lent: localized("Lent")
        case .wanted: localized("Wanted")
        case .duplicate: localized("Possible Duplicates")
        case .withoutCover: localized("No Cover")
        case .smallCover: localized("Small Cover")
        case .withoutBack: localized("No Back Cover")
        case .tracksMissing: localized("Tracks Missing")
        }
    }

    /// The facet as a text among others of its kind.
    var valueText: String {
        guard case .own(_, let value) = self else { return shownText }
        return value == CopyField.yes ? localized("Yes") : value
    }
}

extension AlbumFacet.Kind {
    /// The name of the kind.
    var name: String {
        switch self {
        case .artist: localized("Artist")
        case .genre: localized("Genre")
        case .decade: localized("Decade")
        case .year: localized("Year")
        case .label: localized("Label")
        case .format: localized("Format")
        case .folder: localized("Folder")
        case .place: localized("Place")
        case .condition: localized("Condition")
        case .rating: localized("Rating")
        case .favourite: localized("Favourites")
        case .bought: localized("Bought")
        case .release(let field): field.label
        case .own(let field): field
        case .lent: localized("Lent")
        case .wanted: localized("Wanted")
        case .duplicate: localized("Possible Duplicates")
        case .withoutCover: localized("No Cover")
        case .smallCover: localized("Small Cover")
        case .withoutBack: localized("No Back Cover")
        case .tracksMissing: localized("Tracks Missing")
        }
    }
}
