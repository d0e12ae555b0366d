import Heed
import HorizontalScroller

let handmade = HandmadeSubject<String>()
var second = 0
_ = handmade.attach { title in
    print("The first observer sees \(title), and removes the second.")
    handmade.detach(second)
}
second = handmade.attach { print("The second is removed, and sees \($0) all the same.\n") }
handmade.notify("Blue Train")

let library = LibraryAPI(hub: NotificationHub())
var covers: [[String]] = []
for album in library.albums { covers.append(try await library.cover(of: album)) }
let controller = AlbumController(albums: library.albums, covers: covers)

// An object, which the subject holds weakly, and a closure, which lives as long as its token.
var table: AlbumTable? = AlbumTable()
controller.selection.attach(table!)
let status = controller.selection.attach { album in print("Selected: \(album.title)\n") }
controller.press(.rightArrow)

print("The table is closed.\n")
table = nil
controller.press(.end)

print("The status line is detached.\n")
status.invalidate()
controller.press(.home)
