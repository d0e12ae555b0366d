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
    /// - Parameter contents: What tells the files from others, on any machine.
    case untitled(artist: String, contents: [String])

    /// Returns the identity of the files that have these names.
    package static func named(_ title: String, by artist: String) -> AlbumIdentity {
        .named(artist: ArtistName.folded(ArtistName.lead(of: artist, isAlbumArtist: true)), title: DiscName.split(title).title.nameFolded())
    }

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
        case .untitled(let artist, let contents): AlbumID(digesting: ["untitled files", artist] + contents)
        }
    }

    /// Returns the identifier that earlier versions gave the files without an album title of an artist in a folder. By it, the library finds what
    /// it has kept of an album whose files come back, maybe not all of them.
    package static func place(ofUntitled artist: String, in folder: String) -> AlbumID {
        AlbumID(digesting: ["untitled", artist, folder])
    }
}
