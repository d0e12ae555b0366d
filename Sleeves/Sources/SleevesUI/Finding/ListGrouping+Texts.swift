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

    /// The heading with the number of albums.
    var countedName: String { localized("{name} · {count}", ["name": name, "count": formatted(indices.count)]) }

    /// The heading with the number of albums, as screen readers say it.
    var spokenName: String {
        localized(one: "{name}, {count} album", other: "{name}, {count} albums", count: indices.count, ["name": name])
    }
}
