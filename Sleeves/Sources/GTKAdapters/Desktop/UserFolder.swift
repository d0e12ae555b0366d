internal import CAdwaita

/// The user's own folders, as the desktop names them.
public enum UserFolder {
    /// Returns the path of the user's music folder; nil if it doesn't exist, or if it is the home folder itself.
    ///
    /// - Threading: May be called on any thread. Waits for the disk.
    public static func music() -> String? {
        guard let folder = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC), g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 else { return nil }
        let path = canonical(folder)
        return path == canonical(g_get_home_dir()) ? nil : path
    }

    private static func canonical(_ path: UnsafePointer<CChar>) -> String {
        guard let canonical = g_canonicalize_filename(path, nil) else { return String(cString: path) }
        defer { g_free(canonical) }
        return String(cString: canonical)
    }
}
