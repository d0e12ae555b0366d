/// The kind and identity of the file at a path, whatever links lead there.
package struct FileKind: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case file
        case folder
        /// A symbolic link, if links aren't followed.
        case link
        case other
    }

    /// The device and the inode: two paths with the same pair are the same file.
    package struct Identity: Sendable, Hashable {
        package let device: Int64
        package let inode: Int64
    }

    package let kind: Kind
    package let stamp: FileStamp

    package var identity: Identity { stamp.identity }
    /// The size in bytes.
    package var size: Int { Int(stamp.size) }
}

extension FileStamp {
    package var identity: FileKind.Identity { FileKind.Identity(device: device, inode: inode) }
}
