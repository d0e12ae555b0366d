internal import Heed

extension LibraryAPI {
    /// Maintains the thumbnails after some were stored: reports once if they can't be, and trims the cache in the background.
    static func lookAfterKeptCovers(of persistency: PersistencyManager, telling hub: NotificationHub) {
        if let problem = persistency.covers.takeProblem() { hub.post(CoversNotKept(problem)) }
        guard persistency.covers.mayBeTooLarge else { return }
        Task.detached(priority: .background) { await tidyCovers(of: persistency) }
    }

    static func tidyCovers(of persistency: PersistencyManager) async {
        await withTaskExecutorPreference(FileReadingExecutor()) {
            // If this fails, the folders keep their size until the next time, so no error is shown.
            _ = try? persistency.trimCovers()
            _ = try? persistency.removeUnusedChosenCovers()
        }
    }
}
