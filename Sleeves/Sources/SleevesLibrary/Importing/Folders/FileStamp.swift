internal import Glibc

/// What changes when a file or folder does: by it an unchanged one is known without being opened.
package struct FileStamp: Sendable, Hashable {
    package var device: Int64
    package var inode: Int64
    /// In bytes.
    package var size: Int64
    /// When the content changed last, in nanoseconds since 1970.
    package var modified: Int64
    /// When anything changed last, in nanoseconds since 1970. Taggers that put `modified` back cannot put this back.
    package var changed: Int64

    init(_ status: stat) {
        // The bits count, not the sign: SQLite has signed numbers only.
        device = Int64(bitPattern: UInt64(status.st_dev))
        inode = Int64(bitPattern: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    init(device: Int64, inode: Int64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// The stamp to keep: one that matches nothing, where the next change could still get the same times as the last.
    ///
    /// Clocks of file systems tick: milliseconds where times have fractions, two seconds where they have none.
    ///
    /// - Parameter now: In nanoseconds since 1970.
    func settled(at now: Int64) -> FileStamp {
        let latest = max(modified, changed)
        let tick: Int64 = latest % 1_000_000_000 == 0 ? 2_000_000_000 : 50_000_000
        guard latest <= now, now - latest < tick else { return self }
        return unsettled
    }

    /// A time of change that no file has.
    static let unsettledChange: Int64 = -1

    /// The same stamp, but such that it matches nothing: what it is of is looked at again.
    var unsettled: FileStamp {
        var unsettled = self
        unsettled.changed = Self.unsettledChange
        return unsettled
    }

    /// The present, in nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // Times that no clock ever showed are on some disks; they need only compare.
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
