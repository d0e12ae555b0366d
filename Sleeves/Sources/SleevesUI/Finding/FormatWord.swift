import Localization

/// Words for the abbreviations that Discogs' lists use in formats: "Reissue" for `RE`.
enum FormatWord {
    /// Returns the word for a part of a format; the part itself if it isn't an abbreviation.
    static func word(for part: String) -> String {
        switch part {
        case "Advance": localized("Advance Copy", context: "format")
        case "Cass": localized("Cassette", context: "format")
        case "Club": localized("Club Edition", context: "format")
        case "Comp": localized("Compilation", context: "format")
        case "Cle": localized("Clear", context: "format")
        case "Dig": localized("Digipak", context: "format")
        case "Dlx": localized("Deluxe Edition", context: "format")
        case "Enh": localized("Enhanced", context: "format")
        case "Etch": localized("Etched", context: "format")
        case "File": localized("File", context: "format")
        case "Gat": localized("Gatefold", context: "format")
        case "Ltd": localized("Limited Edition", context: "format")
        case "Maxi": localized("Maxi-Single", context: "format")
        case "MiniAlbum": localized("Mini-Album", context: "format")
        case "Num": localized("Numbered", context: "format")
        case "P/Mixed": localized("Partially Mixed", context: "format")
        case "P/Unofficial": localized("Partially Unofficial", context: "format")
        case "Pic": localized("Picture Disc", context: "format")
        case "Promo": localized("Promotional Copy", context: "format")
        case "Quad": localized("Quadraphonic", context: "format")
        case "RE": localized("Reissue", context: "format")
        case "RM": localized("Remastered", context: "format")
        case "RP": localized("Repress", context: "format")
        case "S/Edition": localized("Special Edition", context: "format")
        case "S/Sided": localized("Single-Sided", context: "format")
        case "Smplr": localized("Sampler", context: "format")
        case "TP": localized("Test Pressing", context: "format")
        case "Unofficial": localized("Unofficial Release", context: "format")
        case "W/Lbl": localized("White Label", context: "format")
        case "140", "160", "180", "200", "220": localized("{weight} g", ["weight": part], context: "format")
        default: part
        }
    }
}
