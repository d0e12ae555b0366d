import Foundation
import HeedFoundation

let hub = NotificationHub()
let library = LibraryAPI(hub: hub)
let log = hub.observe(CoverRequested.self) { print("Requested: \($0.album)") }
let arrivals = hub.messages(CoverArrived.self)

// The views request their covers. The library loads them, and the log writes them down; neither knows of the other.
let controller = AlbumController(albums: library.albums, hub: hub)
controller.draw()
for await arrival in arrivals.prefix(library.albums.count) { print("Arrived:   \(arrival.album)") }
controller.draw()

// Code that knows only Foundation can request a cover, too.
let center = NotificationCenter()
let bridge = hub.bridge(CoverRequested.self, from: center)
center.post(name: Notification.Name("BLDownloadImageNotification"), object: nil, userInfo: ["album": "blue-serge"])
for await arrival in arrivals.prefix(1) {
    print("Arrived:   \(arrival.album), \(arrival.lines == nil ? "without a cover" : "with its cover")")
}
withExtendedLifetime((log, bridge)) {}
