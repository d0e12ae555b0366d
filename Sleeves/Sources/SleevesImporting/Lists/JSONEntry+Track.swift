internal import Localization

/// An entry of `beet export` or Spotify.
///
/// Source: the documentation of beets' export plug-in, whose keys are beets' fields; Spotify's "Understanding my data".
extension JSONEntry {
    private static let trackKeys: Set<String> = [
        "album", "albumartist", "artist", "title", "track", "disc", "length", "year", "genre", "genres", "comp", "added", "uri", "coverURL",
        "mb_albumid", "albumartist_sort", "tracknumber", "discnumber",
    ]

    /// Returns the track, or only the album; `nil` if the entry names no album.
    mutating func track() -> ListedTrack? {
        // beets has a hundred keys.
        if entry["mb_albumid"] == .null { keysIgnored = entry.keys(besides: Self.trackKeys) }
        guard let album = text.shortened(entry["album"].text, "album") else { return nil }
        var track = ListedTrack(album: album)
        // At Spotify, "track" is the title; elsewhere, it is the number.
        let isSpotify = entry["uri"].text?.hasPrefix("spotify:") == true
        track.title = text.shortened(entry[isSpotify ? "track" : "title"].text, "title")
        track.albumArtist = text.shortened(entry["albumartist"].text, "artist")
        track.artist = text.shortened(entry["artist"].text, "artist")
        track.artistSortName = text.shortened(entry["albumartist_sort"].text, "artist")
        if track.title == nil, track.albumArtist == nil { track.albumArtist = track.artist }
        if !isSpotify {
            track.number = position("track") ?? position("tracknumber")
            track.disc = position("disc") ?? position("discnumber")
        }
        track.seconds = seconds
        track.year = releaseYear
        track.genre = text.shortened(entry["genre"].text ?? entry["genres"].elements.lazy.compactMap(\.text).first, "genre")
        track.albumKey = text.shortened(entry["mb_albumid"].text, "album")
        track.coverURL = entry["coverURL"].text.flatMap(WebAddress.checked)
        track.isCompilation = entry["comp"] == .boolean(true) || entry["comp"].wholeNumber == 1 || TrackValue.isTrue(entry["comp"].text)
        track.added = entry["added"].text.flatMap(DiscogsDate.moment)
        return track
    }

    private func position(_ key: String) -> Int? {
        if let text = entry[key].text { return TrackValue.position(text) }
        return entry[key].wholeNumber.flatMap { (1...99_999).contains($0) ? $0 : nil }
    }

    private var seconds: Int? {
        switch entry["length"] {
        case .integer(let number): TrackValue.bounded(Double(number))
        case .number(let number): TrackValue.bounded(number)
        default: TrackValue.seconds(entry["length"].text)
        }
    }

    private var releaseYear: Int? {
        if let text = entry["year"].text { return ReleaseYear.earliest(in: text) }
        return entry["year"].wholeNumber.flatMap { (1000...9999).contains($0) ? $0 : nil }
    }
}
