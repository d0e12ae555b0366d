internal import Glibc

extension PersistencyError {
    /// The error that an `errno` of the system stands for.
    package init(errno code: Int32, path: String, doing action: String) {
        let reason: Reason =
            switch code {
            case EACCES, EPERM, EROFS, ENOTDIR, EEXIST, EISDIR: .notWritable
            case ENOSPC, EDQUOT: .diskFull
            default: .inputOutput
            }
        self.init(reason, path: path, detail: "\(action): \(String(cString: strerror(code)))")
    }
}
