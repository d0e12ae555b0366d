import Heed

let hub = NotificationHub()
let library = LibraryAPI(hub: hub)
let observation = hub.observe(LibraryChanged.self) { print("My library has \($0.count) albums.") }

library.add(Album(id: "blue-serge", title: "Blue Serge", artist: "Serge Chaloff", genre: "Jazz", year: 1956))
library.deleteAlbum(at: 5)

// Somebody else's library has a hub of its own, so nobody here hears of it.
let other = LibraryAPI(hub: NotificationHub())
other.deleteAlbum(at: 0)
print("The other one has \(other.albums.count).")

let cover = try await library.cover(of: library.albums[0])
print()
print(cover.joined(separator: "\n"))
