internal import CAdwaita

/// The user's own folders, as the desktop names them.
public enum UserFolder: Sendable {
    case music, downloads, documents

    /// The path; nil if the folder doesn't exist, or if it is the home folder itself.
    ///
    /// - Threading: May be read on any thread. Waits for the disk.
    public var path: String? {
        guard let folder = g_get_user_special_dir(directory), g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 else { return nil }
        let path = Self.canonical(folder)
        return path == Self.canonical(g_get_home_dir()) ? nil : path
    }

    private var directory: GUserDirectory {
        switch self {
        case .music: G_USER_DIRECTORY_MUSIC
        case .downloads: G_USER_DIRECTORY_DOWNLOAD
        case .documents: G_USER_DIRECTORY_DOCUMENTS
        }
    }

    private static func canonical(_ path: UnsafePointer<CChar>) -> String {
        guard let canonical = g_canonicalize_filename(path, nil) else { return String(cString: path) }
        defer { g_free(canonical) }
        return String(cString: canonical)
    }
}
