import Heed

let hub = NotificationHub()
let library = LibraryAPI(hub: hub)
let controller = AlbumController(albums: library.albums, hub: hub)
controller.draw()

// The workers load all covers at once, each on a thread of its own. Everything below happens on the main actor.
for await count in controller.values(of: \.drawnCovers) where count == library.albums.count { break }
