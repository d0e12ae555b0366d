internal import Localization

/// The page of a web catalogue: one file with its style and its program, which shows the data beside it.
struct WebCataloguePage {
    /// The title; `nil` for a general one.
    var title: String?
    /// The folder of the data.
    let data: String

    /// The page as HTML.
    func html() throws -> [UInt8] {
        let words: [String: String] = [
            // Translators: the code of the language of these texts, as HTML has it.
            "language": localized("en", context: "language code"),
            "title": title?.cleaned() ?? localized("Albums"),
            "search": localized("Search"), "genre": localized("Genre"), "decade": localized("Decade"), "format": localized("Format"),
            "order": localized("Order"), "byArtist": localized("By Artist"), "byTitle": localized("By Title"),
            "byYear": localized("By Year"), "albums": localized("Albums"), "previous": localized("Previous Album"),
            "next": localized("Next Album"), "close": localized("Close"),
            "withoutScripts": localized("This page needs JavaScript, which is turned off in this browser."), "data": data,
        ]
        var replacements = words.mapValues(Self.escaped)
        replacements["texts"] = try Self.script(Self.texts)
        replacements["style"] = Self.text(PackageResources.page_css)
        replacements["script"] = Self.text(PackageResources.page_js)
        return Array(Localization.fill(Self.text(PackageResources.page_html), replacements).utf8)
    }

    /// The texts of the page's program.
    private static var texts: [String: String] {
        [
            "oneAlbum": localized(one: "{count} album", other: "{count} albums", count: 1),
            "manyAlbums": localized("{count} albums", context: "any number but one"),
            "decade": localized("{year}s"),
            "cover": localized("Cover of {album}"),
            "tracks": localized("Tracks"),
            "empty": localized("There are no albums here."),
            "nothing": localized("No Albums Found"),
            "incomplete": localized(
                "Files of this page are missing. Copy its folder as a whole: index.html, and the folder “sleeves” beside it."),
        ]
    }

    /// Returns a value as JavaScript for the inside of a page: it can't end the script.
    private static func script(_ value: some Encodable) throws -> String {
        try StoredJSON.encode(value).replacing("<", with: #"\u003c"#)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
