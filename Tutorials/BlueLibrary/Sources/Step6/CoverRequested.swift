import Heed

/// Requests an album's cover. The sender doesn't know who loads it, if anybody.
struct CoverRequested: HubMessage {
    let album: String
}
