let train = Album(title: "Blue Train", artist: "John Coltrane", genre: "Jazz", year: 1957)
let lines = Album(title: "Blue Lines", artist: "Massive Attack", genre: "Trip hop", year: 1991)

let controller = AlbumController()
controller.show(train)
train.year = 1958  // The table follows.

controller.show(lines)
train.genre = "Hard bop"  // Not shown any more, so nothing happens.
