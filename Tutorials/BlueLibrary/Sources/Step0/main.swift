import Heed

@KeyValueObservable
final class Album {
    var title = "Untitled"
}

let album = Album()
let observation = album.observe(\.title) { old, new in
    print("\(old) → \(new)")
}

album.title = "Blue Train"
album.title = "Kind of Blue"

observation.invalidate()
album.title = "Blue"
print("The album is now called \(album.title), and nobody noticed.")
