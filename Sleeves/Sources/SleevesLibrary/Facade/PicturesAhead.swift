/// The pictures that were taken before it was known which albums they are the covers of.
struct PicturesAhead {
    private enum State {
        /// It is being taken, and these albums wait for it.
        case underWay([AlbumID])
        case taken(TakenCover.Outcome)
    }

    private var states: [LocalCover: State] = [:]

    var count: Int { states.count }

    /// - Returns: Whether the picture is a new one.
    mutating func begin(_ place: LocalCover) -> Bool {
        guard states[place] == nil else { return false }
        states[place] = .underWay([])
        return true
    }

    /// - Returns: What that means for the albums that were waiting for it.
    mutating func end(_ place: LocalCover, with outcome: TakenCover.Outcome) -> [TakenCover] {
        guard case .underWay(let albums) = states.updateValue(.taken(outcome), forKey: place) else { return [] }
        return albums.map { TakenCover(album: $0, place: place, outcome: outcome) }
    }

    /// Tells the covers that are due apart: those whose picture was taken, and those whose picture nobody has begun with. The others wait.
    mutating func sort(_ due: [DueCover]) -> (taken: [TakenCover], rest: [DueCover]) {
        var taken: [TakenCover] = []
        var rest: [DueCover] = []
        for cover in due {
            switch states[cover.place] {
            case nil: rest.append(cover)
            case .taken(let outcome): taken.append(TakenCover(album: cover.album, place: cover.place, outcome: outcome))
            case .underWay(let albums): states[cover.place] = .underWay(albums + [cover.album])
            }
        }
        return (taken, rest)
    }
}
