import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test only where Heed may assume what Swift doesn't document: it asks for what only that gives.
    static var assuming: Self {
        #if HEED_ASSUMES_NOTHING
            .disabled("Heed assumes nothing in this build")
        #else
            .enabled(if: true)
        #endif
    }
}
