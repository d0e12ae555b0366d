internal import CAdwaita
internal import FileNames

/// Paths of folders for display.
public enum FolderName {
    /// Returns the path, with a tilde for the user's home folder, and `�` for each byte that isn't UTF-8.
    public static func shown(_ path: String) -> String {
        let home = FileName.string(cString: g_get_home_dir())
        guard home.count > 1, path == home || path.hasPrefix(home + "/") else { return FileName.shown(path) }
        return FileName.shown("~" + path.dropFirst(home.count))
    }
}
