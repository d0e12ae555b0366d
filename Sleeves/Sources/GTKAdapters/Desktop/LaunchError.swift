internal import CAdwaita

/// An error from opening something with another program.
public enum LaunchError: Error, Hashable {
    /// The file or folder doesn't exist (any more).
    case notThere(path: String)
    /// No program is set up to open it.
    case noProgram(path: String)
    /// The desktop reports the reason.
    case failed(path: String, reason: String)

    /// Converts and frees GIO's error.
    init(_ error: UnsafeMutablePointer<GError>?, path: String) {
        defer { g_clear_error_of(error) }
        if g_error_matches(error, g_io_error_quark(), gint(bitPattern: G_IO_ERROR_NOT_FOUND.rawValue)) != 0 {
            self = .notThere(path: path)
        } else if g_error_matches(error, g_io_error_quark(), gint(bitPattern: G_IO_ERROR_NOT_SUPPORTED.rawValue)) != 0 {
            self = .noProgram(path: path)
        } else {
            self = .failed(path: path, reason: error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "")
        }
    }
}

private func g_clear_error_of(_ error: UnsafeMutablePointer<GError>?) {
    if let error { g_error_free(error) }
}
