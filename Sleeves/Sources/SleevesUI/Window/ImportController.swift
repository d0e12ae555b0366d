import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that imports folders and lists in the background and reports progress and outcome.
///
/// The importer reports on any thread. A receptionist delivers only the latest report to the main loop.
@MainActor
final class ImportController {
    private let library: LibraryAPI
    private let completion: @MainActor (ImportOutcome) -> Void
    private let progress = ImportStatus()
    private let receptionist: Receptionist
    private var task: Task<Void, Never>?

    init(
        library: LibraryAPI,
        progress: @escaping @MainActor (ImportStage) -> Void,
        completion: @escaping @MainActor (ImportOutcome) -> Void
    ) {
        self.library = library
        self.completion = completion
        receptionist = Receptionist(for: .values(of: self.progress, \.stage), on: .glib, delivering: .latest) { stage in
            if let stage { progress(stage) }
        }
    }

    func start(_ paths: [String]) {
        task = Task { [library, progress] in
            var outcome = ImportOutcome()
            do {
                let report = try await library.importAlbums(at: paths) { progress.stage = $0 }
                outcome.words = Self.words(for: report)
                outcome.problems = report.problems
                outcome.canBeUndone = report.changesAnything && report.canBeUndone
            } catch is CancellationError {
                outcome.words = localized("The import was stopped. To continue it, import the folder again.")
            } catch {
                outcome.words = String(describing: error)
            }
            receptionist.invalidate()
            completion(outcome)
        }
    }

    /// Whether the user has stopped the import. A disk that doesn't answer can delay its end.
    var isCancelled: Bool { task?.isCancelled == true }

    /// Stops the import. The next one doesn't read again what this one has read.
    func cancel() {
        task?.cancel()
    }

    private static func words(for report: ImportReport) -> String {
        let albums = report.albums
        var words: [String] = []
        if albums.inserted > 0 { words.append(localized(one: "{count} new album", other: "{count} new albums", count: albums.inserted)) }
        if albums.updated > 0 { words.append(localized(one: "{count} changed", other: "{count} changed", count: albums.updated)) }
        if albums.removed > 0 { words.append(localized(one: "{count} gone", other: "{count} gone", count: albums.removed)) }
        if report.wishes.changesAnything {
            words.append(localized(one: "{count} wanted album", other: "{count} wanted albums", count: report.wanted))
        }
        if report.joined > 0 {
            words.append(localized(one: "{count} joined with its files", other: "{count} joined with their files", count: report.joined))
        }
        if words.isEmpty { words.append(localized("Nothing new")) }
        if !report.problems.isEmpty {
            words.append(
                localized(one: "{count} problem", other: "{count} problems", count: report.problems.count))
        }
        return words.joined(separator: localized(", ", context: "between counts"))
    }
}

/// The outcome of an import.
struct ImportOutcome: Sendable {
    /// The text for a message.
    var words = ""
    /// The problems, with their reasons.
    var problems: [ImportProblem] = []
    /// Whether it is a change that can be undone.
    var canBeUndone = false
}

/// The observable progress of an import.
@KeyValueObservable
final class ImportStatus: Sendable {
    var stage: ImportStage? = nil
}
