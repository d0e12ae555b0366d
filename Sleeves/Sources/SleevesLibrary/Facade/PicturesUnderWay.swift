/// The pictures that are being taken, each once, and those that were taken before anybody asked for them.
struct PicturesUnderWay {
    private enum State {
        /// These albums wait for it; none, where it is taken ahead.
        case underWay([AlbumID])
        case taken(TakenPicture)
    }

    private var states: [LocalCover: State] = [:]

    var count: Int { states.count }

    /// Notes that a picture is being taken ahead.
    ///
    /// - Returns: Whether it is a new one.
    mutating func begin(_ place: LocalCover) -> Bool {
        guard states[place] == nil else { return false }
        states[place] = .underWay([])
        return true
    }

    /// Notes what came of a picture. It is kept only where nobody has asked for it yet.
    ///
    /// - Returns: What that means for the albums that were waiting for it.
    mutating func end(_ picture: TakenPicture) -> [TakenCover] {
        guard case .underWay(let albums) = states[picture.place] else { return [] }
        states[picture.place] = albums.isEmpty ? .taken(picture) : nil
        return albums.map { TakenCover(album: $0, picture: picture) }
    }

    /// Tells the covers that are due apart.
    ///
    /// - Returns: Those whose picture was taken, and the places of pictures that are to be taken now. The others wait for theirs.
    mutating func sort(_ due: [DueCover]) -> (known: [TakenCover], places: [LocalCover]) {
        var known: [TakenCover] = []
        var places: [LocalCover] = []
        for cover in due {
            switch states[cover.place] {
            case nil:
                places.append(cover.place)
                states[cover.place] = .underWay([cover.album])
            case .underWay(let albums): states[cover.place] = .underWay(albums + [cover.album])
            case .taken(let picture): known.append(TakenCover(album: cover.album, picture: picture))
            }
        }
        return (known, places)
    }
}
