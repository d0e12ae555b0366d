internal import Heed

extension LibraryAPI {
    /// Looks after the thumbnails when some were kept: says once where they cannot be, and has too many of them deleted in the background.
    static func lookAfterKeptCovers(of persistency: PersistencyManager, telling hub: NotificationHub) {
        if let problem = persistency.covers.takeProblem() { hub.post(CoversNotKept(problem)) }
        guard persistency.covers.mayBeTooLarge else { return }
        Task.detached(priority: .background) { await tidyCovers(of: persistency) }
    }

    static func tidyCovers(of persistency: PersistencyManager) async {
        await withTaskExecutorPreference(FileReadingExecutor()) {
            // Where this fails, the folders stay as large as they are until the next time: nothing to trouble a person with.
            _ = try? persistency.trimCovers()
            _ = try? persistency.removeUnusedChosenCovers()
        }
    }
}
