package import SleevesModel

extension AlbumAssembly {
    /// The reason why the files are one album.
    package var origin: AlbumOrigin {
        let played = Set(shown.map(\.track.file.path))
        let rips = rips.map { rip in
            let paths = Set(rip.tracks.map(\.file.path))
            return AlbumOrigin.Rip(
                folder: rip.place.home, format: rip.place.format, fileCount: paths.count, isCopy: paths.isDisjoint(with: played),
                reissue: ReleaseYear.reissueDate(of: rip.tracks.map(\.file.tags)))
        }
        return AlbumOrigin(
            rule: rule, decision: decision, rips: rips.filter { !$0.isCopy } + rips.filter(\.isCopy), isCopyChosen: !chosen.isEmpty)
    }

    /// The rips, in the order of their first tracks.
    private var rips: [(place: RipPlace, tracks: [GroupedTrack])] {
        var places: [RipPlace] = []
        var members: [RipPlace: [GroupedTrack]] = [:]
        for track in tracks {
            if members[track.rip] == nil { places.append(track.rip) }
            members[track.rip, default: []].append(track)
        }
        return places.map { ($0, members[$0] ?? []) }
    }

    private var rule: AlbumOrigin.Rule {
        switch kind {
        case .release: .release
        case .named: .named
        case .untitled: guess == nil ? .untitled : .guessed
        }
    }

    // MARK: Splitting

    /// A part of an album that can be one of its own.
    package struct Part {
        /// A name that no other part of the album has, and that is the same wherever the album lies.
        package let name: String
        /// The paths of its files.
        package let paths: Set<String>
    }

    /// The parts of the album, in playing order: its rips, or else its folders, or else its discs.
    package var parts: [Part] {
        let played = origin.rips.map(\.place)
        let above = Path.common(tracks.map(\.home))
        func relative(_ path: String) -> String { Path.relative(path, to: above) }
        let divisions: [[Part]] = [
            divided(by: { "\(relative($0.home))/\($0.format)" }, in: played.map { "\(relative($0.home))/\($0.format)" }),
            divided(by: { relative($0.folder) }),
            divided(by: { "disc \($0.disc ?? 1)" }),
        ]
        return divisions.first { $0.count > 1 } ?? []
    }

    private func divided(by name: (GroupedTrack) -> String, in order: [String]? = nil) -> [Part] {
        var names = order ?? []
        var paths: [String: Set<String>] = [:]
        var known: Set<String> = []
        // All tracks of a file belong to one part.
        for track in tracks where known.insert(track.file.path).inserted {
            let name = name(track)
            if paths[name] == nil, order == nil { names.append(name) }
            paths[name, default: []].insert(track.file.path)
        }
        return names.compactMap { name in paths[name].map { Part(name: name, paths: $0) } }
    }
}
