internal import SleevesLibrary
internal import SleevesNetworking
internal import SleevesUI
internal import GTKAdapters
internal import HeedInspector

/// The exit statuses of `sysexits.h` that the command uses.
struct ExitStatus: RawRepresentable {
    let rawValue: Int32

    static let badData = ExitStatus(rawValue: 65)
    static let noInput = ExitStatus(rawValue: 66)
    static let unavailable = ExitStatus(rawValue: 69)
    static let systemError = ExitStatus(rawValue: 71)
    static let cannotCreate = ExitStatus(rawValue: 73)
    static let inputOutput = ExitStatus(rawValue: 74)

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The status for one of our own errors; `nil` for an error that the argument parser explains.
    init?(_ error: any Error) {
        switch error {
        case let error as ImportError:
            self = error.kind == .noInput ? .noInput : .badData
        case let error as PersistencyError:
            self.init(error.reason)
        case let error as AlbumLookupError:
            switch error {
            case .unknown, .notFound: self = .noInput
            case .ambiguous, .severalFound, .severalListed, .tooShort: self = .badData
            }
        case SourceError.beingImported:
            self = .unavailable
        case is SourceError, is NothingToPlay:
            self = .noInput
        case let error as RecordLookupError:
            self = error.status
        case let error as CopyLookupError:
            self = error.status
        case let error as PlayerControlError:
            self = error.status
        case let error as HistoryError:
            self = [.changedElsewhere, .importRunning].contains(error) ? .unavailable : .badData
        case is RearrangingError:
            self = .badData
        case let error as ExportError:
            self = error.isCreating ? .cannotCreate : .inputOutput
        case is WebCatalogueError:
            self = .cannotCreate
        case is SharingUnavailable, is AddingError, is HTTPClientError, is ReaderFailure, is BroadwayError, is InspectorConnectionError:
            self = .unavailable
        default:
            return nil
        }
    }

    private init(_ reason: PersistencyError.Reason) {
        switch reason {
        case .absent: self = .noInput
        case .notWritable: self = .cannotCreate
        case .notADatabase, .newerSchema, .damagedState: self = .badData
        case .busy: self = .unavailable
        case .diskFull, .inputOutput: self = .inputOutput
        }
    }
}
