internal import CGettext

/// The source of user-facing texts: gettext's catalogues.
///
/// The text in the source code is English and is shown if there is no translation. Wrap each user-facing text in ``localized(_:_:)``.
/// Placeholders have names (`{count}`), so that a translation can reorder them.
public enum Localization {
    /// The name of the catalogues: `LANGUAGE/LC_MESSAGES/sleeves.mo`.
    public static let domain = "sleeves"

    /// Takes the user's language from the environment, and the texts from the catalogues in a folder.
    ///
    /// Call this once, before there are other threads and before requesting the first text.
    ///
    /// The language comes from `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`, in this order. The system doesn't need its locale.
    ///
    /// - Parameter directory: The folder with a folder for each language. If it doesn't exist, texts are English.
    public static func start(cataloguesIn directory: String) {
        if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, neutralLocale) }
        chooseLanguage()
        bindtextdomain(domain, directory)
        bind_textdomain_codeset(domain, "UTF-8")
    }

    /// Sets the locale of texts, those of libraries included, to the user's language. Call this before there are other threads, and again after
    /// anything that sets all parts of the locale.
    public static func chooseLanguage() {
        if let locale = setlocale(LC_MESSAGES, "") {
            // Newer versions of gettext translate nothing in this locale, even if `LANGUAGE` is set.
            guard String(cString: locale).hasPrefix("C."), value(of: "LANGUAGE") != nil else { return }
        } else if value(of: "LANGUAGE") == nil, let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value(of:)).first {
            // The system lacks the locale, but catalogues don't need it.
            setenv("LANGUAGE", asked, 1)
        }
        if setlocale(LC_MESSAGES, translatedLocale) == nil { setlocale(LC_MESSAGES, neutralLocale) }
    }

    /// The code of the user's language, whether there is a translation into it or not: `sv`; `nil` for none.
    public static let language: String? = {
        // LANGUAGE is a list, the preferred one first.
        let asked = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value(of:)).first
        let code = asked?.prefix { $0.isASCII && $0.isLetter }.lowercased()
        return code.flatMap { (2...3).contains($0.count) ? $0 : nil }
    }()

    /// Returns to English, for output to other programs. Call this before there are other threads.
    public static func stop() {
        // The only locale in which gettext translates nothing, whatever `LANGUAGE` says.
        setlocale(LC_MESSAGES, "C")
    }

    /// A locale that every system has, without a language and in UTF-8.
    private static let neutralLocale = "C.UTF-8"

    /// The neutral locale by another name: it is found by leaving out the territory. Under this name, all versions of gettext follow `LANGUAGE`.
    private static let translatedLocale = "C_XX.UTF-8"

    /// Returns the value of an environment variable; `nil` if it is empty.
    private static func value(of variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    // SAFETY: the locale is never changed or freed.
    /// The user's way to write numbers; `nil` if the system lacks the locale.
    nonisolated(unsafe) static let numbers = newlocale(LC_NUMERIC_MASK, "", nil)

    static func translation(of text: String, context: String?) -> String {
        guard let context else { return translation(of: text) }
        // Catalogues distinguish equal texts by this prefix.
        let key = "\(context)\u{4}\(text)"
        let found = translation(of: key)
        return found == key ? text : found
    }

    // Without a translation, gettext returns the pointer that it was given, which must live until the text is copied.

    private static func translation(of text: String) -> String {
        text.withCString { String(cString: dgettext(domain, $0)) }
    }

    static func translation(one: String, other: String, count: Int) -> String {
        one.withCString { one in
            other.withCString { other in String(cString: dngettext(domain, one, other, count.magnitude)) }
        }
    }

    /// Replaces a text's placeholders with values. Placeholders in values are not replaced.
    package static func fill(_ text: String, _ values: [String: String]) -> String {
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

/// Returns a text in the user's language.
///
/// ```swift
/// localized("Reading {done} of {count}", ["done": "3", "count": "9"])
/// ```
///
/// - Parameters:
///   - text: The English text as a literal, so that it can be collected for translators.
///   - values: The values for the placeholders in braces, by their names.
///   - context: Distinguishes texts that are equal in English but not in other languages.
/// - Threading: May be called on any thread.
public func localized(_ text: String, _ values: [String: String] = [:], context: String? = nil) -> String {
    Localization.fill(Localization.translation(of: text, context: context), values)
}

/// Returns a text about a number of things, in the user's language and its plural form. The number is the value `count`.
///
/// ```swift
/// localized(one: "{count} album", other: "{count} albums", count: 35)
/// ```
///
/// - Parameters:
///   - one: The English text for one thing.
///   - other: The English text for any other number.
///   - count: The number.
///   - values: The values for the other placeholders.
/// - Threading: May be called on any thread.
public func localized(one: String, other: String, count: Int, _ values: [String: String] = [:]) -> String {
    let text = Localization.translation(one: one, other: other, count: count)
    return Localization.fill(text, values.merging(["count": formatted(count)]) { given, _ in given })
}

/// Returns a number with the thousands separators of the user's locale. Without an installed locale, there are none.
///
/// - Threading: May be called on any thread.
public func formatted(_ number: Int) -> String {
    guard let locale = Localization.numbers else { return String(number) }
    let former = uselocale(locale)
    defer { uselocale(former) }
    var digits = [CChar](repeating: 0, count: 96)
    _ = withVaList([number]) { vsnprintf(&digits, digits.count, "%'ld", $0) }
    return digits.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? String(number)
}
