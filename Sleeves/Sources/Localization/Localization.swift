internal import CGettext

/// Where the texts that a person reads come from: gettext's catalogues.
///
/// The text that stands in the source is the English one, and what is shown where there is no translation. Whoever shows a text writes
/// ``localized(_:_:)`` around it. Places in a text have names (`{count}`), so that a translation can reorder them.
public enum Localization {
    /// The name of the catalogues: `LANGUAGE/LC_MESSAGES/sleeves.mo`.
    public static let domain = "sleeves"

    /// Takes the person's language from the environment, and the texts from the catalogues in a folder.
    ///
    /// To be called once, before other threads are there and before the first text is asked for.
    ///
    /// The person's language is what `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` say, in this order. The system need not have its locale.
    ///
    /// - Parameter directory: The folder with a folder for each language. Where it is not there, texts are English.
    public static func start(cataloguesIn directory: String) {
        if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, neutralLocale) }
        if setlocale(LC_MESSAGES, "") == nil { chooseLanguageWithoutLocale() }
        bindtextdomain(domain, directory)
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// Goes back to English, for what is read by programs. To be called before other threads are there.
    public static func stop() {
        // The one locale that gettext translates nothing in, whatever `LANGUAGE` says.
        setlocale(LC_MESSAGES, "C")
    }

    /// A locale that every system has, with texts in no language and in UTF-8.
    private static let neutralLocale = "C.UTF-8"

    /// Takes the language by its name alone, where the system has no locale for it: catalogues need none.
    private static func chooseLanguageWithoutLocale() {
        setlocale(LC_MESSAGES, neutralLocale)
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value(of:)).first
        if value(of: "LANGUAGE") == nil, let asked { setenv("LANGUAGE", asked, 1) }
    }

    /// A variable of the environment; `nil` where it is empty.
    private static func value(of variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    static func translation(of text: String, context: String?) -> String {
        guard let context else { return translation(of: text) }
        // This is how catalogues tell equal texts apart.
        let key = "\(context)\u{4}\(text)"
        let found = translation(of: key)
        return found == key ? text : found
    }

    // Where gettext has no translation it gives back the very pointer that it was given, so that must live until the text is copied.

    private static func translation(of text: String) -> String {
        text.withCString { String(cString: dgettext(domain, $0)) }
    }

    static func translation(one: String, other: String, count: Int) -> String {
        one.withCString { one in
            other.withCString { other in String(cString: dngettext(domain, one, other, count.magnitude)) }
        }
    }

    /// Puts values in the places that a text has for them. What stands in a value is not looked at again.
    static func fill(_ text: String, _ values: [String: String]) -> String {
        guard !values.isEmpty else { return text }
        var filled = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            filled += rest[..<start]
            filled += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}

/// A text in the person's language.
///
/// ```swift
/// localized("Reading {done} of {count}", ["done": "3", "count": "9"])
/// ```
///
/// - Parameters:
///   - text: The English text, written out where it stands, so that it can be collected for translators.
///   - values: What to put in the places that the text has in braces, by their names.
///   - context: Tells texts apart that are equal in English and not elsewhere.
/// - Threading: May be called on any thread.
public func localized(_ text: String, _ values: [String: String] = [:], context: String? = nil) -> String {
    Localization.fill(Localization.translation(of: text, context: context), values)
}

/// A text about a number of things, in the person's language and its plural. The number is the value `count`.
///
/// ```swift
/// localized(one: "{count} album", other: "{count} albums", count: 35)
/// ```
///
/// - Parameters:
///   - one: The English text for one thing.
///   - other: The English text for any other number.
///   - count: How many.
///   - values: What to put in the text's other places.
/// - Threading: May be called on any thread.
public func localized(one: String, other: String, count: Int, _ values: [String: String] = [:]) -> String {
    let text = Localization.translation(one: one, other: other, count: count)
    return Localization.fill(text, values.merging(["count": String(count)]) { given, _ in given })
}
