/// All cases, in the order in which they run.
enum Cases {
    static let all = PostingCases.all + PropertyCases.all + RegistrationCases.all + ThreadCases.all
}
