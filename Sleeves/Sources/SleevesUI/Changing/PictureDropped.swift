import GTKAdapters
import Heed
import SleevesLibrary

/// A picture was dropped on an album, to be its cover.
struct PictureDropped: HubMessage {
    /// Which album.
    let album: Album.ID
    /// What was dropped.
    let origin: CoverOrigin

    init(_ dropped: DropTarget.Dropped, on album: Album.ID) {
        self.album = album
        origin =
            switch dropped {
            case .file(let path): .file(path: path)
            case .address(let address): .address(address)
            case .picture(let bytes): .bytes(bytes)
            }
    }
}
