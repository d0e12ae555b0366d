internal import SleevesModel

/// The user's choice of an encoding for the texts of an album, as the history keeps it.
struct ChosenEncoding: Codable {
    /// The album's folders.
    var homes: [String]
    /// The encoding; `nil` for the one that the texts show.
    var encoding: TextEncoding?
}
