internal import SleevesModel
internal import SQLite

extension PersistencyError {
    /// Creates an error from one that was thrown while using the database at `path`.
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
            // Only a damaged file has a value of another type than its column's.
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_MISMATCH: .notADatabase
            case .SQLITE_FULL: .diskFull
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            default: .inputOutput
            }
    }
}
