internal import SleevesModel
internal import Localization

/// One entry of a list in JSON: what kind of entry it is, and what it gives.
struct JSONEntry {
    private let entry: JSONValue
    /// The key of the page's list that the entry is in.
    private let section: String?

    init(_ entry: JSONValue, section: String?) {
        self.entry = entry
        self.section = section
    }

    /// What to say of a file that begins with this entry and is known to hold no list of records; `nil` for any other.
    static func refusal(_ entry: JSONValue) -> String? {
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
    func take(_ number: Int, into collector: inout ListCollector) {
        if entry["sleeves"] != .null {
            var reading = ExportedEntryReading(entry: entry)
            add(reading.album(), reading.problems, reading.keysIgnored, number, to: &collector)
        } else if entry["basic_information"] != .null {
            var reading = DiscogsEntryReading(entry: entry)
            let album = reading.album()
            if reading.isWanted || section == "wants" {
                note(reading.problems, reading.keysIgnored, number, in: &collector)
                if let album { collector.addWanted(album.asWanted) }
            } else {
                add(album, reading.problems, reading.keysIgnored, number, to: &collector)
            }
        } else if entry["artist-credit"] != .null || isOfMusicBrainz {
            var reading = MusicBrainzEntryReading(entry: entry)
            add(reading.album(), reading.problems, [], number, to: &collector)
        } else if entry["album"] != .null || section == "tracks" || section == "albums" {
            var reading = TrackEntryReading(entry: entry)
            let track = reading.track()
            note(reading.problems, reading.keysIgnored, number, in: &collector)
            if let track { collector.add(track) } else { collector.leaveOutTrack() }
        } else {
            var reading = JSONEntryReading(entry: entry)
            add(reading.album(), reading.problems, reading.keysIgnored, number, to: &collector)
        }
    }

    private var isOfMusicBrainz: Bool {
        (section == "releases" || section == "release-groups") && entry["id"].text?.utf8.count == 36
    }

    private func note(_ problems: [String], _ keys: [String], _ number: Int, in collector: inout ListCollector) {
        collector.ignore(keys)
        for problem in problems { collector.note(problem, entry: number) }
    }

    private func add(_ album: CompleteAlbum?, _ problems: [String], _ keys: [String], _ number: Int, to collector: inout ListCollector) {
        note(problems, keys, number, in: &collector)
        if let album { collector.add(album, entry: number) }
    }
}
