/// The open parts of the window that the Escape key closes, in the order in which the user opened them.
///
/// A pure value, independent of the window.
struct OpenParts: Equatable {
    /// A part of the window that opens and closes.
    enum Part: Hashable, CaseIterable {
        /// The search, or a filter.
        case search
        /// A selection of several albums.
        case selection
        /// An album's page in front of the wall, where there is room for one of them only.
        case page
        /// The list of a filter.
        case filterList
        /// The letters typed so far.
        case letters
        /// The cover on the whole screen.
        case cover
    }

    private var parts: [Part] = []

    /// The part that was opened last; `nil` if none is open.
    var last: Part? { parts.last }

    /// Notes that the user has opened a part. One that is already open counts as opened again.
    mutating func open(_ part: Part) {
        close(part)
        parts.append(part)
    }

    /// Notes that a part is closed, in whichever way.
    mutating func close(_ part: Part) {
        parts.removeAll { $0 == part }
    }
}
