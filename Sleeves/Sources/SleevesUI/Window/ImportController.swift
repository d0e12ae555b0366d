import GTKAdapters
import Heed
import SleevesLibrary

/// Imports a folder in the background, and says in words how far it has come and what came of it.
///
/// The importer reports each file, from any thread; a receptionist passes on only the latest, at the main loop's pace.
@MainActor
final class ImportController {
    private let library: LibraryAPI
    private let completion: @MainActor (String) -> Void
    private let progress = ImportStatus()
    private let receptionist: Receptionist
    private var task: Task<Void, Never>?

    init(
        library: LibraryAPI,
        progress: @escaping @MainActor (String) -> Void,
        completion: @escaping @MainActor (String) -> Void
    ) {
        self.library = library
        self.completion = completion
        receptionist = Receptionist(for: self.progress, \.stage, on: .glib, delivering: .latest) { change in
            if let stage = change.newValue ?? nil { progress(Self.words(for: stage)) }
        }
    }

    func start(_ path: String) {
        task = Task { [library, progress] in
            let outcome: String
            do {
                let report = try await library.importAlbums(at: [path]) { progress.stage = $0 }
                outcome = Self.words(for: report)
            } catch {
                outcome = String(describing: error)
            }
            receptionist.invalidate()
            completion(outcome)
        }
    }

    private static func words(for stage: ImportStage) -> String {
        switch stage {
        case .reading(let progress): "Reading \(progress.filesDone) of \(progress.filesFound) files"
        case .covers(let done, let count): "Covers: \(done) of \(count)"
        }
    }

    private static func words(for report: ImportReport) -> String {
        var words = "\(report.albums.inserted) new, \(report.albums.updated) changed"
        if !report.problems.isEmpty { words += ", \(report.problems.count) could not be read" }
        return words
    }
}

/// How far an import has come, as something to observe.
@KeyValueObservable
final class ImportStatus: Sendable {
    var stage: ImportStage? = nil
}
