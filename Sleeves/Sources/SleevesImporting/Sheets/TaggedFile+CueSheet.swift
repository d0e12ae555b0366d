internal import SleevesModel
internal import SleevesCovers

extension TaggedFile {
    /// Returns the tracks of the file by its sheet. Only the first has the file's picture.
    ///
    /// The sheet's values take precedence over the file's tags, which describe the file as a whole. Where the sheet doesn't divide the file,
    /// the file's own tags do.
    ///
    /// - Parameter sheet: The sheet for this file.
    package func tracks(of sheet: CueSheet) -> [TaggedFile] {
        guard sheet.divides else { return [filled(from: sheet)] }
        let whole = tags.divided(by: sheet, stem: Path.split(name: Path.name(of: path)).stem)
        return sheet.tracks.enumerated().map { index, track in
            var file = self
            file.segment = FileSegment(start: track.start, end: track.end, gain: sheet.gain)
            file.tags = whole
            file.tags.title = track.title?.limited ?? "Track \(track.number)"
            file.tags.artist = track.performer?.limited ?? whole.artist
            if file.tags.artist != tags.artist { file.tags.artistSort = nil }
            if let songwriter = track.songwriter?.limited, tags.release[.composers].isEmpty { file.tags.release[.composers] = [songwriter] }
            file.tags.trackNumber = track.number
            file.tags.picture = index == 0 ? tags.picture : .absent
            let end = track.end ?? tags.seconds.map { $0 * FileSegment.rate }
            file.tags.seconds = end.map { max(0, $0 - track.start) / FileSegment.rate }
            if let size, let all = tags.seconds, all > 0, let part = file.tags.seconds {
                file.size = Int64(Double(size) * Double(part) / Double(all))
            }
            return file
        }
    }

    /// Returns the file with the sheet's values where its tags have none: those of the track if it has no title, and those of the album if it
    /// has none.
    private func filled(from sheet: CueSheet) -> TaggedFile {
        guard let track = sheet.tracks.first else { return self }
        var file = self
        if tags.title == nil {
            file.tags.title = track.title?.limited
            file.tags.artist = tags.artist ?? track.performer?.limited ?? sheet.performer?.limited
            file.tags.trackNumber = tags.trackNumber ?? track.number
        }
        if tags.album == nil {
            file.tags.album = sheet.title?.limited
            file.tags.albumArtist = tags.albumArtist ?? sheet.performer?.limited
            file.tags.date = tags.date ?? sheet.date?.limited
            file.tags.genre = tags.genre ?? sheet.genre?.limited
            file.tags.discNumber = tags.discNumber ?? sheet.disc
        }
        return file
    }
}

extension AudioTags {
    /// Returns the tags that all tracks of a file have, which a sheet divides.
    ///
    /// - Parameter stem: The name of the file without its extension, which may name the disc.
    fileprivate func divided(by sheet: CueSheet, stem: String) -> AudioTags {
        var tags = self
        // The title of a file with a whole album is often that of the album.
        tags.album = sheet.title?.limited ?? album ?? title
        if tags.album != album { tags.albumSort = nil }
        tags.albumArtist = sheet.performer?.limited ?? albumArtist
        if tags.albumArtist != albumArtist { tags.albumArtistSort = nil }
        tags.artist = sheet.performer?.limited ?? artist
        tags.date = sheet.date?.limited ?? date
        tags.genre = sheet.genre?.limited ?? genre
        tags.side = nil
        tags.discNumber = sheet.disc ?? discNumber
        if tags.discNumber == nil, tags.album.map(DiscName.split)?.disc == nil { tags.discNumber = DiscName.disc(ofFileNamed: stem) }
        if release[.barcode].isEmpty, let barcode = sheet.barcode { tags.release[.barcode] = [barcode] }
        if release[.composers].isEmpty, let songwriter = sheet.songwriter?.limited { tags.release[.composers] = [songwriter] }
        tags.isCompilation = isCompilation || sheet.isCompilation
        return tags
    }
}

extension String {
    /// The text, no longer than that of a tag may be.
    fileprivate var limited: String {
        if utf8.count <= AudioFile.textLimit { return self }
        let cut = String(decoding: utf8.prefix(AudioFile.textLimit), as: UTF8.self)
        return cut.last == "\u{FFFD}" ? String(cut.dropLast()) : cut
    }
}
