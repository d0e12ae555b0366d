import Localization
import SleevesLibrary

extension Album {
    /// Returns the album's name for screen readers.
    ///
    /// - Parameter format: The record's format, if it is needed to distinguish the album from another copy.
    func spokenName(format: String? = nil) -> String {
        let names = ["artist": artist, "title": title]
        let name =
            if let year {
                localized("{artist} – {title}, {year}", names.merging(["year": String(year)]) { $1 })
            } else {
                localized("{artist} – {title}", names)
            }
        guard let format else { return name }
        return localized("{name}, {format}", ["name": name, "format": format])
    }

    /// Returns a name with the addition that it is playing.
    static func spokenName(ofPlaying name: String) -> String {
        localized("{name}, playing", ["name": name])
    }
}
