import Heed
import HorizontalScroller

let library = LibraryAPI(hub: NotificationHub())
var covers: [[String]] = []
for album in library.albums { covers.append(try await library.cover(of: album)) }

let controller = AlbumController(albums: library.albums, covers: covers)
controller.draw()

let keys: [Character: ScrollerKey] = ["h": .leftArrow, "←": .leftArrow, "l": .rightArrow, "→": .rightArrow]
for character in Keyboard() {
    if let key = keys[character] { controller.press(key) }
}
