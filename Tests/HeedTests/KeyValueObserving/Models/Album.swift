import Heed

/// One of each kind of property that a class may have.
@KeyValueObservable
class Album {
    var title = ""
    var artist: Artist?
    var tracks: [String] = []
    private(set) var plays = 0
    var rating: Int = 0 {
        didSet { ratingSets += 1 }
    }
    var volume = 0 {
        didSet { volume = min(volume, 100) }
    }
    var pair: (number: Int, name: String) = (1, "")
    var transform: (Int) -> Int = { $0 }
    var anything: any CustomStringConvertible = 4
    var `repeat` = false
    lazy var slow = 5
    weak var owner: Album?
    let id: Int
    @NotObserved var scratch = 0
    @NotObserved var ratingSets = 0

    init(id: Int = 1, title: String = "") {
        self.id = id
        self.title = title
    }

    func play() { plays += 1 }

    var heading: String { "\(title) · \(countTracks())" }
    private func countTracks() -> Int { tracks.count }

    var signature: String { "\(heading) by \(artist?.displayName ?? "nobody")" }

    var shout: String {
        get { title.uppercased() }
        set { title = newValue.lowercased() }
    }
}
