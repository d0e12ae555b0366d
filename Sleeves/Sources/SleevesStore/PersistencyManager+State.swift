public import SleevesModel
internal import FoundationEssentials
internal import Glibc
internal import Localization

extension PersistencyManager {
    var statePath: String { "\(libraryDirectory)/state.json" }

    /// The largest state that is read, in bytes.
    private static var stateLimit: Int { 1 << 20 }

    /// Returns the saved state of the window, or the defaults for a new library.
    ///
    /// A file that is undecodable or too large is renamed to `state.json.damaged`, so that it can be examined, and reported in `problem`.
    public func loadState() -> (state: LibraryState, problem: PersistencyError?) {
        let bytes: [UInt8]?
        do {
            bytes = try FileSystem.bytes(ofFile: statePath, limit: Self.stateLimit)
        } catch {
            return (LibraryState(), error.code == ENOENT ? nil : PersistencyError(.inputOutput, path: statePath, detail: ""))
        }
        do {
            guard let bytes else { throw CocoaError(.fileReadTooLarge) }
            return (try StoredJSON.decode(LibraryState.self, from: bytes), nil)
        } catch {
            rename(statePath, "\(statePath).damaged")
            return (
                LibraryState(),
                PersistencyError(
                    .damagedState, path: statePath, detail: localized("The file was renamed to {path}.", ["path": "\(statePath).damaged"]))
            )
        }
    }

    /// Returns the shelves in the state that an earlier version has saved; `nil` if it can't be read now.
    func earlierShelves() -> [Shelf]? {
        struct EarlierState: Decodable {
            let shelves: Shelves?
        }
        let bytes: [UInt8]?
        do { bytes = try FileSystem.bytes(ofFile: statePath, limit: Self.stateLimit) } catch { return error.isAbsence ? [] : nil }
        guard let bytes else { return [] }
        return (try? StoredJSON.decode(EarlierState.self, from: bytes))?.shelves?.all ?? []
    }

    /// Saves the state of the window. The file is the old one or the new one, never a part.
    public func saveState(_ state: LibraryState) throws(PersistencyError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let data: Data
        do { data = try encoder.encode(state) } catch { throw PersistencyError(error, path: statePath) }
        AtomicFile.removeLeftovers(in: libraryDirectory)
        try AtomicFile.write(Array(data), to: statePath)
    }
}
