internal import CAdwaita

/// Why another program did not open something.
public enum LaunchError: Error, Hashable {
    /// The file or folder is not there (any more).
    case notThere(path: String)
    /// No program is set up that could open it.
    case noProgram(path: String)
    /// The desktop says why.
    case failed(path: String, reason: String)

    /// Reads, and frees, what GIO said.
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
