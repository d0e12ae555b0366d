import Localization
import SleevesLibrary

extension ListGrouping {
    /// The name of the value.
    var name: String {
        switch self {
        case .artist: AlbumFacet.Kind.artist.name
        case .decade: AlbumFacet.Kind.decade.name
        case .genre: AlbumFacet.Kind.genre.name
        case .label: AlbumFacet.Kind.label.name
        case .medium: localized("Medium")
        case .place: AlbumFacet.Kind.place.name
        }
    }
}

extension AlbumGroup {
    /// The heading.
    var name: String {
        if let facet { return facet.shownText }
        return switch grouping {
        case .artist: localized("No Artist")
        case .decade: localized("No Year")
        case .genre: localized("No Genre")
        case .label: localized("No Label")
        case .medium: localized("No Medium")
        case .place: localized("No Place")
        }
    }

    /// The heading with the number of albums, as people read it.
    var countedName: String { localized("{name} · {count}", ["name": name, "count": formatted(indices.count)]) }

    /// Returns the heading with the number of albums, and an album, as screen readers say them.
    func spokenName(beginningWith album: String) -> String {
        // Translators: {name} is a genre, a label, a format, a decade, an artist or a place.
        let group = localized(one: "{name}, {count} album", other: "{name}, {count} albums", count: indices.count, ["name": name])
        // Translators: {group} is a heading, such as “1970s, 12 albums”.
        return localized("{group}: {album}", ["group": group, "album": album])
    }
}
