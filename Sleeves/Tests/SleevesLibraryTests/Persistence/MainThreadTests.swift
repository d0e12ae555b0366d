import Testing

@testable import SleevesLibrary

@Suite("The thread of a window")
struct MainThreadTests {
    @Test("It traps in a debug build where it would wait for the database, and may wait again once the window is gone")
    func database() async {
        await #expect(processExitsWith: .failure) {
            let library = try LibraryFixture().persistency
            MainThread.forbidWaiting()
            _ = try library.count()
        }
        await #expect(processExitsWith: .success) {
            let library = try LibraryFixture().persistency
            MainThread.forbidWaiting()
            MainThread.allowWaiting()
            _ = try library.count()
        }
    }

    @Test("It traps where it would wait for a file")
    func files() async {
        await #expect(processExitsWith: .failure) {
            MainThread.forbidWaiting()
            _ = try FileSystem.bytes(ofFile: "/etc/hostname", limit: 1_000)
        }
        await #expect(processExitsWith: .failure) {
            let folder = try StoreFolder()
            MainThread.forbidWaiting()
            try AtomicFile.write([1], to: "\(folder.path)/file")
        }
    }

    @Test("Another thread may wait meanwhile")
    func otherThread() async {
        await #expect(processExitsWith: .success) {
            let library = try LibraryFixture()
            try library.persistency.save([SampleAlbums.record("A")])
            let list = try library.library.albumList()
            // The pool's threads, which this may be on, are not the main thread.
            await MainActor.run { MainThread.forbidWaiting() }
            let count = try library.persistency.count()
            guard count == 1, list.count == 1 else { throw CancellationError() }
        }
    }
}
