package import SleevesModel

extension AlbumAssembly {
    /// The reason why the files are one album.
    package var origin: AlbumOrigin {
        struct Place: Hashable { let home, format: String }
        let played = Set(shown.map(\.track.file.path))
        var places: [Place] = []
        var files: [Place: Set<String>] = [:]
        for track in tracks {
            let place = Place(home: track.home, format: track.format)
            if files[place] == nil { places.append(place) }
            files[place, default: []].insert(track.file.path)
        }
        let rips = places.map { place in
            let paths = files[place] ?? []
            return AlbumOrigin.Rip(
                folder: place.home, format: place.format, fileCount: paths.count, isCopy: paths.isDisjoint(with: played))
        }
        return AlbumOrigin(rule: rule, rips: rips.filter { !$0.isCopy } + rips.filter(\.isCopy))
    }

    private var rule: AlbumOrigin.Rule {
        switch kind {
        case .release: .release
        case .named: .named
        case .untitled: guess == nil ? .untitled : .guessed
        }
    }
}
