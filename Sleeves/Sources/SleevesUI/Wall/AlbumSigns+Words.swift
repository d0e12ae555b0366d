import Localization
import SleevesLibrary

extension AlbumSigns {
    /// The unusual facts, in words. A single record on its shelf has none.
    var words: [String] {
        var words: [String] = []
        if isWanted { words.append(localized("Wanted")) }
        if isLent { words.append(localized("Lent")) }
        if copies > 1 { words.append(localized(one: "{count} Copy", other: "{count} Copies", count: copies)) }
        return words
    }
}
