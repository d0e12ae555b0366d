import Heed
import SleevesLibrary

/// A message that the user has another opinion of an album.
struct AlbumRated: HubMessage {
    /// The acts.
    enum Act: Hashable {
        /// A rating from one to five; `nil` takes the former one back.
        case rate(Int?)
        /// Whether the album is a favourite from now on.
        case favour(Bool)
    }

    /// The album.
    let album: Album.ID
    let act: Act
}
