import Heed

/// Says that albums have been added to the library or removed from it.
struct LibraryChanged: HubMessage {
    let count: Int
}
