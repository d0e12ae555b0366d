internal import SleevesModel
internal import Localization

/// One entry of a list in JSON: what kind of entry it is, and what it gives.
///
/// An extension for each kind reads its values.
struct JSONEntry {
    let entry: JSONValue
    /// A reader of the values, with what is wrong with the entry.
    var text = ListText()
    /// The entry's unknown keys.
    var keysIgnored: [String] = []

    /// The keys that programs write with capitals, by their lower case.
    private static let usualKeys = Dictionary(
        uniqueKeysWithValues: ["title", "artist", "genre", "year", "coverURL", "album", "albumartist"].map { ($0.lowercased(), $0) })

    /// Returns an entry with the usual keys for `Title` and `ARTIST`, if it has neither a title nor an album under these.
    static func withUsualKeys(_ entry: JSONValue) -> JSONValue {
        guard case .object(var members) = entry, members["title"] == nil, members["album"] == nil else { return entry }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let usual = usualKeys[key.lowercased()], members[usual] == nil else { continue }
            members[key] = nil
            members[usual] = value
        }
        return .object(members)
    }

    /// The reason for refusing a file that begins with this entry, because it is known to contain no records; `nil` for any other entry.
    var refusal: String? {
        func has(_ keys: String...) -> Bool { keys.allSatisfy { entry[$0] != .null } }
        if has("msPlayed", "trackName") || has("ms_played", "ts") {
            return localized(
                "This seems to be your listening history from Spotify. Import YourLibrary.json from the same download instead.")
        }
        if has("playlists") {
            return localized("This seems to be your playlists from Spotify. Import YourLibrary.json from the same download instead.")
        }
        if has("error") || has("message") && !has("title") {
            return localized("This seems to be an error message from a server. Fetch the list again.")
        }
        return nil
    }

    /// Takes over what the entry says.
    ///
    /// - Parameter section: The key of the page's list that the entry is in.
    mutating func take(_ number: Int, section: String?, into collector: inout ListCollector) throws {
        var album: CompleteAlbum?
        var isWanted = false
        if entry["sleeves"] != .null {
            album = exportedAlbum()
            // Earlier versions don't say that a copy is a wish.
            isWanted = entry["wanted"] == .boolean(true) || album?.isWanted == true
        } else if entry["basic_information"] != .null {
            album = discogsAlbum()
            // The address at Discogs shows it too.
            isWanted = section == "wants" || entry["resource_url"].text?.contains("/wants/") == true
        } else if entry["artist-credit"] != .null || isOfMusicBrainz(in: section) {
            album = musicBrainzAlbum()
        } else if entry["album"] != .null || section == "tracks" || section == "albums" && entry["title"] == .null {
            if let track = track() { try collector.add(track) } else { collector.leaveOutTrack() }
        } else {
            album = plainAlbum()
        }
        collector.ignore(keysIgnored)
        collector.note(text.problems, entry: number)
        guard let album else { return }
        try collector.add(isWanted ? album.asWanted : album, entry: number, isWanted: isWanted)
    }

    private func isOfMusicBrainz(in section: String?) -> Bool {
        (section == "releases" || section == "release-groups") && entry["id"].text?.utf8.count == 36
    }
}
