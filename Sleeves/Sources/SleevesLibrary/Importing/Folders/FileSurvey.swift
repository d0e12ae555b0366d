/// What a survey finds of the files: new, changed, moved, or another path to one that is there already. Writes it down in the catalogue.
struct FileSurvey {
    var counts = FileCounts()
    /// Where else the files and folders are known to be.
    var otherPlaces: OtherPlaces
    /// The numbers of the files whose tags are to be read, as far as nobody has taken them.
    private var unread: [Int64] = []
    /// Whether there were files before, of which one may be in another place now; `nil` while nobody has asked.
    private var filesMayHaveMoved: Bool?
    /// The paths of files that the person has named, once visited: a folder that is searched may come upon them again.
    private var visitedByName: Set<String> = []

    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - surveyed: What the survey comes to: absolute paths.
    ///   - clock: The present, in nanoseconds since 1970.
    init(besides surveyed: [String], clock: @escaping @Sendable () -> Int64) {
        otherPlaces = OtherPlaces(besides: surveyed)
        self.clock = clock
    }

    /// The numbers of the files that were found to be unread since this was last asked.
    mutating func takeUnread() -> [Int64] {
        defer { unread = [] }
        return unread
    }

    /// A file that the person has named is about to be visited.
    mutating func noteNamed(_ path: String) {
        visitedByName.insert(path)
    }

    /// Writes down what became of a file.
    ///
    /// - Parameters:
    ///   - isNew: Whether the survey has not come upon it by another path.
    ///   - known: What the catalogue knows under this name.
    /// - Returns: Why the file cannot be used, where that is known already.
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
            // Another path to a file that is there already. It is remembered, because that one may go.
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
            // One that was too young to be trusted last time is looked at again; that does not make it another.
            if known.stamp != stamp.unsettled { counts.changed += 1 }
            try catalogue.update(known.id, stamp: stamp.settled(at: clock()), state: .pending)
            unread.append(known.id)
            return nil
        }
        if known.state == .pending {
            // An import that was interrupted has left it.
            unread.append(known.id)
            return nil
        }
        if known.state == .unusable, known.problem != nil { counts.unusable += 1 }
        return known.problem
    }

    /// What the file was in another place before; if it was, all that is known of it is now known of it here.
    private mutating func moveHere(
        _ name: String, at path: String, _ stamp: FileStamp, to folder: Int64, _ catalogue: FileCatalogue
    ) throws -> (isGone: Bool, problem: String?)? {
        let mayHaveMoved = try filesMayHaveMoved ?? catalogue.knowsTags()
        filesMayHaveMoved = mayHaveMoved
        guard mayHaveMoved else { return nil }
        // Under another ending it could be read as something else.
        let ending = Path.split(name: name).fileExtension
        for old in try catalogue.files(like: stamp) where old.path != path {
            guard Path.split(name: Path.name(of: old.path)).fileExtension == ending else { continue }
            let there = try? FileSystem.kind(of: old.path, followsLinks: true)
            guard old.isGone || there?.identity != FileKind.Identity(device: stamp.device, inode: stamp.inode) else { continue }
            try catalogue.move(old.id, to: folder, name: name, stamp: stamp.settled(at: clock()))
            return (old.isGone, old.problem)
        }
        return nil
    }
}
