public import Heed

/// An observable album cover for the window.
///
/// The picture is in memory only while a view wants it: a view that shows an album posts ``CoverRequested``, and ``CoverDismissed`` when it
/// no longer shows it.
///
/// - Threading: May be read on any thread. Changes on the thread that fetched the cover.
@KeyValueObservable
public final class Cover: Sendable {
    /// The state of the cover.
    public internal(set) var state: CoverState = CoverState.unknown

    /// The picture, if it is in memory.
    public var image: CoverImage? {
        if case .present(let image) = state { image } else { nil }
    }

    /// Whether the picture is being loaded.
    public var isLoading: Bool { state == .loading }

    init() {}
}

/// The states of a cover.
public enum CoverState: Sendable, Equatable {
    /// No view has requested it, or its views have dismissed it.
    case unknown
    /// A view wants it, but there is no network. It is fetched as soon as there is one.
    case wanted
    /// It is being read or fetched, or is queued.
    case loading
    /// It is in memory.
    case present(CoverImage)
    /// The album has no cover.
    case missing
    /// It couldn't be loaded, for this reason.
    case failed(String)
}
