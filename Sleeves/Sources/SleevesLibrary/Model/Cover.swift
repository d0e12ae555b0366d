public import Heed

/// An album's cover as the window shows it.
///
/// The picture is in memory only while a view wants it: a view that shows an album posts ``CoverRequested``, and ``CoverDismissed`` when
/// it shows it no more.
///
/// - Threading: May be read on any thread. Changes on the thread that fetched the cover.
@KeyValueObservable
public final class Cover: Sendable {
    /// How far the cover has come.
    public internal(set) var state: CoverState = CoverState.unknown

    /// The picture, if it is in memory.
    public var image: CoverImage? {
        if case .present(let image) = state { image } else { nil }
    }

    /// Whether the picture is on its way.
    public var isLoading: Bool { state == .loading }

    init() {}
}

/// How far a cover has come.
public enum CoverState: Sendable, Equatable {
    /// Nobody has asked for it, or it was put away again.
    case unknown
    /// A view wants it, and there is no network to fetch it by. It comes as soon as there is one.
    case wanted
    /// It is being read or fetched, or will be when it is its turn.
    case loading
    /// Here it is.
    case present(CoverImage)
    /// The album has none.
    case missing
    /// It could not be had, for this reason.
    case failed(String)
}
