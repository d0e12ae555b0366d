import GTKAdapters
import Heed
import SleevesLibrary

/// Something was dropped on an album.
struct DroppedOnAlbum: HubMessage {
    /// Which album.
    let album: Album.ID
    /// What was dropped.
    let dropped: DropTarget.Dropped
}
