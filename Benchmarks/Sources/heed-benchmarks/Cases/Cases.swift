/// All cases, in the order in which they run.
enum Cases {
    static let all = PostingCases.all + PropertyCases.all + KeyPathCases.all + RegistrationCases.all + ThreadCases.all + MemoryCases.all + HopCases.all
}
