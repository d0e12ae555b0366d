package import Glibc

/// A stamp that changes with a file or folder, so that an unchanged one is recognized without opening it.
package struct FileStamp: Sendable, Hashable {
    package var device: Int64
    package var inode: Int64
    /// The size in bytes.
    package var size: Int64
    /// The time of the last change of the content, in nanoseconds since 1970.
    package var modified: Int64
    /// The time of the last change of anything, in nanoseconds since 1970. Tag editors can reset `modified` but not this.
    package var changed: Int64

    package init(_ status: stat) {
        // Only the bits matter: SQLite has only signed numbers.
        device = Int64(bitPattern: UInt64(status.st_dev))
        inode = Int64(bitPattern: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    package init(device: Int64, inode: Int64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Returns the stamp to store: one that matches nothing if the next change could still get the same times as the last.
    ///
    /// Clocks of file systems are coarse: milliseconds if times have fractions, otherwise two seconds.
    ///
    /// - Parameter now: The current time, in nanoseconds since 1970.
    package func settled(at now: Int64) -> FileStamp {
        let latest = max(modified, changed)
        let tick: Int64 = latest % 1_000_000_000 == 0 ? 2_000_000_000 : 50_000_000
        guard latest <= now, now - latest < tick else { return self }
        return unsettled
    }

    /// A time of change that no file has.
    package static let unsettledChange: Int64 = -1

    /// The same stamp, changed so that it matches nothing and the file or folder is read again.
    package var unsettled: FileStamp {
        var unsettled = self
        unsettled.changed = Self.unsettledChange
        return unsettled
    }

    /// The current time, in nanoseconds since 1970.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        // Some disks have impossible times. They only need to be comparable.
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
