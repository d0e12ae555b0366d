import Heed
import SleevesLibrary

/// A message that the user wants to do something with a copy of an album.
struct CopyRequested: HubMessage {
    /// The acts.
    enum Act: Hashable {
        case edit
        /// Another text of a value, which the user has entered.
        case set(CopyField, String)
        case lend
        /// The end of a loan.
        case takeBack
        /// The end of a wish.
        case get
    }

    /// The album.
    let album: Album.ID
    /// The copy.
    let copy: AlbumCopy
    let act: Act
}
