/// The relation of a list's owner to a record of it.
enum Ownership {
    case owned
    case wanted
    /// Owned once, but not now.
    case formerly
}
