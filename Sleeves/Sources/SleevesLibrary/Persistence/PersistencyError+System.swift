internal import Glibc
internal import SQLite

extension PersistencyError {
    /// The error that an `errno` of the system stands for.
    init(errno code: Int32, path: String, doing action: String) {
        let reason: Reason =
            switch code {
            case EACCES, EPERM, EROFS, ENOTDIR, EEXIST, EISDIR: .notWritable
            case ENOSPC, EDQUOT: .diskFull
            default: .inputOutput
            }
        self.init(reason, path: path, detail: "\(action): \(String(cString: strerror(code)))")
    }

    /// The error that something thrown while the database at `path` was used stands for.
    init(_ error: any Error, path: String) {
        if let error = error as? PersistencyError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(Reason(error.resultCode), path: path, detail: error.message)
        } else {
            self.init(.inputOutput, path: path, detail: String(describing: error))
        }
    }
}

extension PersistencyError.Reason {
    fileprivate init(_ code: ResultCode) {
        self =
            switch code.primaryResultCode {
            // A value that is not of its column's type is in a damaged file only.
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_MISMATCH: .notADatabase
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            default: .inputOutput
            }
    }
}
