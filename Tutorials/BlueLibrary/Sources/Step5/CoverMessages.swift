import Foundation
import HeedFoundation

/// Requests an album's cover. The sender doesn't know who loads it, if anybody.
struct CoverRequested: BridgedMessage {
    /// The name of this request where only Foundation is known.
    static let notificationName = Notification.Name("BLDownloadImageNotification")

    let album: String

    init(album: String) {
        self.album = album
    }

    init?(userInfo: [AnyHashable: Any]) {
        guard let album = userInfo["album"] as? String else { return nil }
        self.album = album
    }

    var userInfo: [AnyHashable: Any] { ["album": album] }
}

/// Delivers an album's cover; `nil` if it can't be had.
struct CoverArrived: HubMessage {
    let album: String
    let lines: [String]?
}
