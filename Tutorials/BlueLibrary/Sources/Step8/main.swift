import Foundation
import Heed
import HorizontalScroller

let status = AppStatus()
let keeper = StateKeeper(file: URL(filePath: CommandLine.arguments.dropFirst().first ?? "blue-library.state"))

let hub = NotificationHub()
let library = LibraryAPI(hub: hub)
let controller = AlbumController(albums: library.albums, hub: hub, state: keeper.load())
keeper.follow(status) { controller.makeState() }

for await count in controller.values(of: \.drawnCovers) where count == library.albums.count { break }
status.state = .active

let keys: [Character: ScrollerKey] = ["h": .leftArrow, "←": .leftArrow, "l": .rightArrow, "→": .rightArrow]
for await character in Keyboard.stream {
    if let key = keys[character] { controller.press(key) }
}
status.state = .inactive
status.state = .terminating
