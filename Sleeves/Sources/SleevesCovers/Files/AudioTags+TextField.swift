package import SleevesModel

extension AudioTags {
    /// The texts that people write in their own scripts.
    package enum TextField: Sendable, Hashable, CaseIterable {
        /// A single text.
        package enum Single: String, Sendable, CaseIterable {
            case title, artist, artistSort, albumArtist, albumArtistSort, album, albumSort, genre, discSubtitle
        }

        case single(Single)
        /// A list of values.
        case release(ReleaseField)

        package static let allCases: [TextField] = Single.allCases.map(single) + ReleaseField.tagged.map(release)
        private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

        /// The name in the catalogue of files.
        package var name: String {
            switch self {
            case .single(let text): text.rawValue
            case .release(let field): field.name
            }
        }

        /// Returns the field with a name; `nil` if there is none.
        package static func named(_ name: String) -> TextField? { named[name] }
    }

    /// Sets a text that was decoded again. Lists have a line for each value.
    package mutating func set(_ field: TextField, to decoded: String) {
        switch field {
        case .single(.title): title = decoded.cleaned()
        case .single(.artist): artist = decoded.cleaned()
        case .single(.artistSort): artistSort = decoded.cleaned()
        case .single(.albumArtist): albumArtist = decoded.cleaned()
        case .single(.albumArtistSort): albumArtistSort = decoded.cleaned()
        case .single(.album): album = decoded.cleaned()
        case .single(.albumSort): albumSort = decoded.cleaned()
        case .single(.genre): genre = decoded.cleaned()
        case .single(.discSubtitle): discSubtitle = decoded.cleaned()
        case .release(let field): release[field] = decoded.cleanedLines()
        }
    }
}
