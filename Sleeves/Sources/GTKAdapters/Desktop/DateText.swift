internal import CAdwaita

/// Dates in the user's format.
public enum DateText {
    /// Returns a day in the user's time zone.
    ///
    /// - Parameters:
    ///   - seconds: the seconds since the beginning of 1970, UTC.
    ///   - format: the format, in the notation of `strftime`: `"%-d %B %Y"`.
    public static func day(_ seconds: Double, format: String) -> String {
        guard let whole = gint64(exactly: seconds.rounded()), let date = g_date_time_new_from_unix_local(whole) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, format) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
