import GTKAdapters
import Heed
import SleevesLibrary

/// A message that something was dropped on an album.
struct DroppedOnAlbum: HubMessage {
    /// The album.
    let album: Album.ID
    /// The dropped content.
    let dropped: DropTarget.Dropped
}
