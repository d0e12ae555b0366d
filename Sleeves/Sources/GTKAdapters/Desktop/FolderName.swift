internal import CAdwaita

/// Folders as people write them.
public enum FolderName {
    /// The path, with a tilde for the person's own folder.
    public static func shown(_ path: String) -> String {
        let home = String(cString: g_get_home_dir())
        guard home.count > 1, path == home || path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
