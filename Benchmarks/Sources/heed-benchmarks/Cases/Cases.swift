/// All cases, in the order in which they run.
enum Cases {
    // Values sent to the main actor come last: until then nothing waits, and all stays on the thread that the main actor starts on. Qt's
    // signals are slower on threads other than their object's.
    static let all =
        PostingCases.all + PropertyCases.all + KeyPathCases.all + RegistrationCases.all + ThreadCases.all + MemoryCases.all
        + GrowthCases.all + HopCases.all
}
