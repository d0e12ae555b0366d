import GTKAdapters
import Heed
import SleevesLibrary

/// A watcher that shows changes by other programs, such as the command, while the window is open.
///
/// Each change writes to a file in the library's folder. A receptionist throttles these events, which an import of another program causes for
/// as long as it runs. The window's own changes cause them, too, but then the library reads one number and nothing else.
@MainActor
final class OtherProgramsWatcher {
    private let changes = Subject<String>()
    private let receptionist: Receptionist
    private let monitor: FolderMonitor?

    init(_ library: LibraryAPI) {
        let directory = library.directory
        receptionist = Receptionist(
            for: .values(of: changes), on: .mainActor, delivering: .throttled(for: .milliseconds(500))
        ) { _ in await library.noticeOtherPrograms() }
        monitor = FolderMonitor(directory) { [changes] in changes.notify(directory) }
    }
}
