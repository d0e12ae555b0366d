internal import SleevesModel

extension AudioTags {
    /// The texts that people write in their own scripts.
    package enum TextField: String, Sendable, Hashable, CaseIterable, CodingKeyRepresentable, Codable {
        case title, artist, artistSort, albumArtist, albumArtistSort, album, albumSort, genre, labels, composers, conductors, discSubtitle
    }

    /// Sets a text that was decoded again. Lists have a line for each value.
    package mutating func set(_ field: TextField, to decoded: String) {
        switch field {
        case .title: title = decoded.cleaned()
        case .artist: artist = decoded.cleaned()
        case .artistSort: artistSort = decoded.cleaned()
        case .albumArtist: albumArtist = decoded.cleaned()
        case .albumArtistSort: albumArtistSort = decoded.cleaned()
        case .album: album = decoded.cleaned()
        case .albumSort: albumSort = decoded.cleaned()
        case .genre: genre = decoded.cleaned()
        case .labels: labels = decoded.cleanedLines()
        case .composers: composers = decoded.cleanedLines()
        case .conductors: conductors = decoded.cleanedLines()
        case .discSubtitle: discSubtitle = decoded.cleaned()
        }
    }
}
