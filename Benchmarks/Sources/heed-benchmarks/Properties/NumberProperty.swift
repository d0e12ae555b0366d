/// A number that is a property of an object and can be observed. The loops are inside, as with ``Poster``.
///
/// They read and write through a function that is not inlined, in C and C++ too: in a loop of its own the optimiser checks once for all
/// rounds that nobody else is using the property, which no program that reads it here and there gets.
protocol NumberProperty: AnyObject {
    var name: String { get }
    var role: Role { get }

    /// Makes room for the tokens of so many more observers, where the program keeps any.
    func reserve(_ count: Int)
    /// Adds observers, which stay until this object goes. They add the new value minus the old one to a sum, where they are told both.
    func add(_ count: Int)
    /// Reads the number as often as told.
    func get(_ times: Int)
    /// Sets the number to all numbers below `times`.
    func set(_ times: Int)
    /// Whether it can be observed at all.
    var isObservable: Bool { get }
    /// Whether observers can be removed one by one.
    var canRemove: Bool { get }
    /// Adds one more observer and removes it, as often as told. Of those who cannot, no case asks it.
    func addAndRemove(_ times: Int)
}

extension NumberProperty {
    func reserve(_ count: Int) {}
    var isObservable: Bool { true }
    var canRemove: Bool { false }
    func addAndRemove(_ times: Int) {}
}
