import Foundation
import Heed
import HorizontalScroller

let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
let status = AppStatus()
let keeper = StateKeeper(file: URL(filePath: CommandLine.arguments.dropFirst().first ?? "blue-library.state"))

let hub = NotificationHub()
let library = try LibraryAPI(file: folder.appending(path: "Albums.json"), hub: hub)
let controller = AlbumController(library: library, hub: hub, state: keeper.load())
keeper.follow(status) { controller.makeState() }

for await count in controller.values(of: \.drawnCovers) where count == library.albums.count { break }
status.state = .active

for await key in Keyboard.stream {
    switch key {
    case "h", "←": controller.press(.leftArrow)
    case "l", "→": controller.press(.rightArrow)
    case "d": controller.deleteSelected()
    case "u": library.history.undo()
    case "r": library.history.redo()
    case "w": print(String(decoding: try library.export(), as: UTF8.self))
    default: break
    }
    if "dur".contains(key) { controller.draw() }
}
status.state = .inactive
status.state = .terminating
