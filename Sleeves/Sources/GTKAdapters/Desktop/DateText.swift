internal import CAdwaita

/// Dates as the person writes them.
public enum DateText {
    /// A day, in the person's time zone and in the shape that their language has for it.
    ///
    /// - Parameter seconds: since the beginning of 1970, in Greenwich.
    public static func day(_ seconds: Double) -> String {
        guard let whole = gint64(exactly: seconds.rounded()), let date = g_date_time_new_from_unix_local(whole) else { return "" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, "%x") else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
