/// The pictures that are being taken, each once, and those that were taken before they were due.
struct PicturesUnderWay {
    private enum State {
        /// These albums wait for the picture; none if it is taken ahead.
        case underWay([AlbumID])
        case taken(TakenPicture)
    }

    private var states: [LocalCover: State] = [:]

    var count: Int { states.count }

    /// Registers a picture that is being taken ahead.
    ///
    /// - Returns: Whether the picture is new.
    mutating func begin(_ place: LocalCover) -> Bool {
        guard states[place] == nil else { return false }
        states[place] = .underWay([])
        return true
    }

    /// Registers the result of a picture. It is kept only if no album has asked for it yet.
    ///
    /// - Returns: The results for the albums that were waiting for the picture.
    mutating func end(_ picture: TakenPicture) -> [TakenCover] {
        guard case .underWay(let albums) = states[picture.place] else { return [] }
        states[picture.place] = albums.isEmpty ? .taken(picture) : nil
        return albums.map { TakenCover(album: $0, picture: picture) }
    }

    /// Sorts the due covers.
    ///
    /// - Returns: The covers whose pictures were already taken, and the places of the pictures to take now. The other covers wait for
    ///   pictures that are being taken.
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
