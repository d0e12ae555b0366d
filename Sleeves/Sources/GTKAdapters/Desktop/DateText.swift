internal import CAdwaita

/// Dates as the person writes them.
public enum DateText {
    /// A day, in the person's time zone.
    ///
    /// - Parameters:
    ///   - seconds: since the beginning of 1970, in Greenwich.
    ///   - format: the shape, as `strftime` has it: `"%-d %B %Y"`.
    public static func day(_ seconds: Double, format: String) -> String {
        guard let whole = gint64(exactly: seconds.rounded()), let date = g_date_time_new_from_unix_local(whole) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
