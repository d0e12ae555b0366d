/// The memento: what the program needs to open where it was left. Only the controller knows what it means.
struct AppState: Codable {
    /// The identifier of the selected album. An index could mean another album the next time.
    var album: String
}
