internal import SleevesModel
internal import SleevesImporting

/// The part of a survey that classifies files as new, changed, moved, or another path to a known file, and updates the catalogue.
struct FileSurvey {
    var counts = FileCounts()
    /// The other known places of the files and folders.
    var otherPlaces: OtherPlaces
    /// The IDs of the files with unread tags, until they are taken.
    private var unread: [Int64] = []
    /// Whether earlier files exist that may have moved; `nil` until it is needed.
    private var filesMayHaveMoved: Bool?
    /// The visited paths of files that the user named, because a searched folder may contain them too.
    private var visitedByName: Set<String> = []

    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - surveyed: The absolute paths that the survey covers.
    ///   - clock: Returns the current time, in nanoseconds since 1970.
    init(besides surveyed: [String], clock: @escaping @Sendable () -> Int64) {
        otherPlaces = OtherPlaces(besides: surveyed)
        self.clock = clock
    }

    /// Returns the IDs of the unread files found since the last call.
    mutating func takeUnread() -> [Int64] {
        defer { unread = [] }
        return unread
    }

    /// Notes a file that the user named, before visiting it.
    mutating func noteNamed(_ path: String) {
        visitedByName.insert(path)
    }

    /// Updates the catalogue for a file.
    ///
    /// - Parameters:
    ///   - isNew: Whether the survey hasn't reached the file by another path.
    ///   - known: The catalogue's entry under this name.
    /// - Returns: Why the file can't be used, if that is already known.
    mutating func visit(
        _ name: String,
        at path: String,
        _ found: FileKind,
        isNew: Bool,
        in folder: Int64,
        known: CataloguedFile?,
        _ catalogue: FileCatalogue
    ) throws -> String? {
        let stamp = found.stamp
        var isFirst = isNew
        if isFirst, known == nil || known?.state == .duplicate, let other = try otherPlaces.file(found.identity, at: path, in: catalogue) {
            isFirst = !other.isFirst
            if isFirst { try catalogue.update(other.id, stamp: stamp, state: .duplicate) }
        }
        guard isFirst else {
            if visitedByName.contains(path) { return nil }
            // Another path to a known file. It is remembered, because the first path may disappear.
            if let known, known.state != .duplicate { try catalogue.update(known.id, stamp: stamp, state: .duplicate) }
            if known == nil { try catalogue.insert(name, in: folder, stamp: stamp, state: .duplicate) }
            return nil
        }
        counts.found += 1
        guard let known else {
            if let old = try moveHere(name, at: path, stamp, to: folder, catalogue) {
                counts.moved += 1
                return old.problem
            }
            counts.new += 1
            unread.append(try catalogue.insert(name, in: folder, stamp: stamp.settled(at: clock()), state: .pending))
            return nil
        }
        if known.state == .duplicate || known.stamp != stamp {
            // A file that was too recent last time is read again, but that doesn't count as a change.
            if known.stamp != stamp.unsettled { counts.changed += 1 }
            try catalogue.update(known.id, stamp: stamp.settled(at: clock()), state: .pending)
            unread.append(known.id)
            return nil
        }
        if known.state == .pending {
            // An interrupted import has left it unread.
            unread.append(known.id)
            return nil
        }
        if known.state == .unusable, known.problem != nil { counts.unusable += 1 }
        return known.problem
    }

    /// Moves the entry of a file that was in another place before to this one.
    private mutating func moveHere(
        _ name: String, at path: String, _ stamp: FileStamp, to folder: Int64, _ catalogue: FileCatalogue
    ) throws -> (isGone: Bool, problem: String?)? {
        let mayHaveMoved = try filesMayHaveMoved ?? catalogue.knowsTags()
        filesMayHaveMoved = mayHaveMoved
        guard mayHaveMoved else { return nil }
        // With another extension, it could be read differently.
        let ending = Path.split(name: name).fileExtension
        for old in try catalogue.files(like: stamp) where old.path != path {
            guard Path.split(name: Path.name(of: old.path)).fileExtension == ending else { continue }
            let there = try? FileSystem.kind(of: old.path, followsLinks: true)
            guard old.isGone || there?.identity != stamp.identity else { continue }
            let settled = stamp.settled(at: clock())
            try catalogue.move(old.id, from: old.path, to: folder, name: name, stamp: settled)
            if old.isUnsettled {
                // It was to be read again in its former place, too.
                try catalogue.update(old.id, stamp: settled, state: .pending)
                unread.append(old.id)
            }
            return (old.isGone, old.problem)
        }
        return nil
    }
}
