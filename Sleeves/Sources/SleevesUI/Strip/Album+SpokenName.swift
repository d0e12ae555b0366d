import Localization
import SleevesLibrary

extension Album {
    /// What the album is called for those who do not see its cover.
    ///
    /// - Parameter format: The record's format, where the name has to be told from that of another copy of the album.
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
}
