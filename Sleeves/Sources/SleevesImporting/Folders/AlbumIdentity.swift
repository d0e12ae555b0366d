package import SleevesModel

/// The identity of an album among audio files. Names are normalized for comparison.
package enum AlbumIdentity: Hashable {
    /// The rule that made the identity.
    package enum Kind: Int {
        case release = 0
        case named = 1
        case untitled = 3
    }

    case release(musicBrainz: String)
    case named(artist: String, title: String)
    case untitled(artist: String, folder: String)

    package var kind: Kind {
        switch self {
        case .release: .release
        case .named: .named
        case .untitled: .untitled
        }
    }

    package var id: AlbumID {
        switch self {
        case .release(let id): AlbumID(digesting: ["release", id])
        case .named(let artist, let title): AlbumID(digesting: ["folder", artist, title])
        case .untitled(let artist, let folder): AlbumID(digesting: ["untitled", artist, folder])
        }
    }
}
