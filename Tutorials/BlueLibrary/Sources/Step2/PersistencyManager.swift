/// Keeps the albums. Only the façade knows it.
final class PersistencyManager {
    private(set) var albums = [
        Album(id: "blue-train", title: "Blue Train", artist: "John Coltrane", genre: "Jazz", year: 1958),
        Album(id: "kind-of-blue", title: "Kind of Blue", artist: "Miles Davis", genre: "Jazz", year: 1959),
        Album(id: "abstract-truth", title: "The Blues and the Abstract Truth", artist: "Oliver Nelson", genre: "Jazz", year: 1961),
        Album(id: "blue", title: "Blue", artist: "Joni Mitchell", genre: "Folk", year: 1971),
        Album(id: "blue-lines", title: "Blue Lines", artist: "Massive Attack", genre: "Trip hop", year: 1991),
    ]

    func insert(_ album: Album, at index: Int) {
        albums.insert(album, at: index)
    }

    func removeAlbum(at index: Int) -> Album {
        albums.remove(at: index)
    }
}
