internal import SleevesModel
internal import SleevesCovers

extension AlbumAssembly {
    /// The artist for display.
    var artist: String {
        if let named = albumArtist { return named }
        if tracks.contains(where: \.isCompilation) { return AlbumGrouping.variousArtists }
        if let common = CommonArtist(of: tracks) { return common.shown }
        return tracks.contains { $0.artist != nil } ? AlbumGrouping.variousArtists : guess?.artist ?? AlbumGrouping.unknownArtist
    }

    /// The album artist that the files name. Only a release joins files with several: three or more that have nothing in common are those of its
    /// tracks, as some programs write them.
    private var albumArtist: String? {
        let named = tracks.compactMap { track in
            track.albumArtist.flatMap { folded in track.file.tags.albumArtist.map { (folded: folded, shown: $0) } }
        }
        guard let most = named.map(\.folded).mostFrequent else { return nil }
        let spellings = named.filter { $0.folded == most }.map(\.shown)
        if spellings.count * 2 <= named.count, decision != .joined, Set(named.map(\.folded)).count > 2 {
            let leads = named.map { ArtistName.lead(of: $0.shown, isAlbumArtist: true) }
            return CommonArtist(ofLeads: leads)?.shown ?? AlbumGrouping.variousArtists
        }
        // The name without guests, if a file has it.
        let plain =
            spellings.allSatisfy { $0 == spellings[0] } ? [] : spellings.filter { ArtistName.lead(of: $0, isAlbumArtist: true) == $0 }
        return (plain.isEmpty ? spellings : plain).mostFrequent
    }
}
