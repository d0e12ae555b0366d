/// A way of telling observers about numbers. Every case about posting, registering and threads is run on all of these.
///
/// The loops are inside, so that what is measured is called directly.
protocol Poster: AnyObject {
    var name: String { get }
    var role: Role { get }
    /// Whether observers are told in tasks of their own, later. Then posting to nobody says nothing.
    var isAsynchronous: Bool { get }
    /// Whether two threads may post on one of these at once.
    var isThreadSafe: Bool { get }

    /// Whether a thread may post on one of these while another posts on another.
    var canPostAnywhere: Bool { get }

    /// Makes room for the tokens of so many more observers, where the program keeps any.
    func reserve(_ count: Int)
    /// Adds observers, which stay until this object goes.
    func add(_ count: Int, addingTo target: SumTarget)
    /// Posts the numbers below `times`, and returns when everybody has been told.
    func post(_ times: Int)
    /// Whether observers can be removed one by one.
    var canRemove: Bool { get }
    /// Adds one more observer and removes it, as often as told. Of those who cannot, no case asks it.
    func addAndRemove(_ times: Int)
}

extension Poster {
    func reserve(_ count: Int) {}
    var isAsynchronous: Bool { false }
    var isThreadSafe: Bool { true }
    var canPostAnywhere: Bool { true }
    var canRemove: Bool { true }
    func addAndRemove(_ times: Int) {}
}

/// The sum of the numbers that observers receive.
enum SumTarget {
    /// To one object that all observers know.
    case shared
    /// To a number of the thread, so that two threads share nothing but what is measured.
    case thread
}
