internal import CAdwaita

/// Paths of folders for display.
public enum FolderName {
    /// Returns the path, with a tilde for the user's home folder.
    public static func shown(_ path: String) -> String {
        let home = String(cString: g_get_home_dir())
        guard home.count > 1, path == home || path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
