import Heed

let status = AppStatus()
let watcher = AppStatusWatcher(status)

let hub = NotificationHub()
let library = LibraryAPI(hub: hub)
let controller = AlbumController(albums: library.albums, hub: hub)
status.state = .active

// A program may also await values, one by one. This one waits for the last cover.
for await isLoading in library.albums[4].changes(of: \.cover.isLoading) where isLoading.newValue == false { break }
controller.draw()

status.state = .inactive
status.state = .terminating
withExtendedLifetime((watcher, library)) {}
