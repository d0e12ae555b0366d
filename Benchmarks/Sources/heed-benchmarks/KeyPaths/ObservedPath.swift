/// One observer of a number that is not the object's own, or is computed. It is told the old and the new number.
protocol ObservedPath: AnyObject {
    var name: String { get }
    var role: Role { get }

    /// Observes the number of the object's child.
    func observeNested()
    /// Sets the child's number, as often as told.
    func setLeaf(_ times: Int)
    /// Puts another child in the place of the one that is there, as often as told. There are two, which take turns.
    func replaceChild(_ times: Int)

    /// Observes the sum of two numbers of the object.
    func observeComputed()
    /// Sets the first of the two numbers.
    func setSource(_ times: Int)
}
