internal import CAdwaita
internal import FileNames

/// Addresses of files, for other programs.
public enum FileAddress {
    /// Returns the `file:` address of an absolute path; `nil` for another path.
    public static func address(ofPath path: String) -> String? {
        guard let address = FileName.withSystemName(path, { g_filename_to_uri($0, nil, nil) }) else { return nil }
        defer { g_free(address) }
        return String(cString: address)
    }
}
