import SleevesLibrary
import Testing

@testable import SleevesUI

@Suite("The status watcher")
@MainActor
struct AppStatusWatcherTests {
    private let album = AlbumID(rawValue: "chosen")

    @Test(
        "What changed is saved at once when the window loses the keyboard, leaves the view, and when the program ends, and only then",
        arguments: [AppStatus.Phase.launching, .active, .inactive, .background, .terminating]
    )
    func savingPhases(phase: AppStatus.Phase) {
        let status = AppStatus(restorable: LibraryState())
        var saved: [LibraryState] = []
        let watcher = AppStatusWatcher(status) { saved.append($0) }
        status.restorable.selectedAlbum = album
        status.phase = phase
        #expect(saved == (phase == .launching || phase == .active ? [] : [LibraryState(selectedAlbum: album)]))
        withExtendedLifetime(watcher) {}
    }

    @Test("Each change is saved once, and what was changed since is saved at the next")
    func phases() {
        let status = AppStatus(restorable: LibraryState())
        var saved: [LibraryState] = []
        let watcher = AppStatusWatcher(status) { saved.append($0) }

        status.phase = .active
        status.restorable.selectedAlbum = album
        #expect(saved.isEmpty)
        status.phase = .inactive
        #expect(saved == [LibraryState(selectedAlbum: album)])
        status.phase = .active
        status.restorable.windowWidth = 500
        status.phase = .terminating
        #expect(saved.last == LibraryState(selectedAlbum: album, windowWidth: 500))
        #expect(saved.count == 2)
        withExtendedLifetime(watcher) {}
    }

    @Test("What has not changed is not saved again")
    func unchanged() {
        let status = AppStatus(restorable: LibraryState(selectedAlbum: album))
        var count = 0
        let watcher = AppStatusWatcher(status) { _ in count += 1 }
        status.phase = .inactive
        status.phase = .terminating
        #expect(count == 0)
        withExtendedLifetime(watcher) {}
    }

    @Test("The watcher retains nothing, and observes nothing after its release")
    func lifetime() {
        let status = AppStatus(restorable: LibraryState())
        var count = 0
        var watcher: AppStatusWatcher? = AppStatusWatcher(status) { _ in count += 1 }
        weak let released = watcher
        watcher = nil
        #expect(released == nil)
        status.restorable.selectedAlbum = album
        status.phase = .terminating
        #expect(count == 0)
    }
}
