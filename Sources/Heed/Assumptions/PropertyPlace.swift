import Synchronization

/// The place of a stored property's observers in all objects of one class.
struct PropertyPlace {
    /// The distance of the class's registrar from the start of the object, in bytes. It is the same in all objects of a class.
    let offset: Int
    /// The number of the property in the class that declares it.
    let index: Int
    /// Whether no subclass can override the property.
    let isFinal: Bool

    /// Returns the observers of the property in an object of the same class, if it ever had any.
    func property(in object: AnyObject) -> PropertyRegistry? {
        guard Assumptions.areAllowed else { return nil }
        // SAFETY: the place was found in an object of the same class. It held a registrar's only word, which is constant.
        let state = (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset).assumingMemoryBound(to: Atomic<UInt>.self)
        guard let reference = UnsafeRawPointer(bitPattern: state.pointee.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<ObservedProperties>.fromOpaque(reference).borrow { $0.registryIfPresent(for: index) }
    }
}
