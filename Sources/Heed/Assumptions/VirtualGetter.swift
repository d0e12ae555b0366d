/// The getter of a class's property that subclasses may override, as a key path identifies it.
///
/// The language doesn't tell whether a class overrides a getter: an override that reads `super` looks like the getter itself. So this compares
/// the functions that Swift calls for objects of both classes. They are in the classes' method tables, at the same place in both.
///
/// Whatever doesn't look as expected counts as overridden. Then an observer reads the property again after each change, which is always right.
struct VirtualGetter {
    // SAFETY: the sizes and places below are part of the runtime's binary interface for 64-bit Linux (KeyPath.swift, ABI/Metadata.h and
    // ABI/MetadataValues.h of Swift). Nothing is read but key paths to a property, and classes and their descriptors, which are constant. The
    // key path's word is followed only within the descriptor of a class. The function that this describes must be in the class's own table.

    /// The description of the getter by the class that declares it.
    private let description: UnsafeRawPointer

    /// - Parameter keyPath: A key path to a property, made from no other key paths.
    init?(_ keyPath: AnyKeyPath) {
        #if os(Linux) && (arch(x86_64) || arch(arm64)) && !HEED_ASSUMES_NOTHING
            let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
            // A computed component, whose second word identifies the getter by address.
            guard object.load(fromByteOffset: 32, as: UInt32.self) & 0x7f30_000f == 0x0200_0000,
                let description = object.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
            else { return nil }
            self.description = description
        #else
            return nil
        #endif
    }

    /// Returns whether objects of a class certainly have the getter of the class that declares the property.
    func isInherited(by type: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let declaring = next {
            if let (place, function) = entry(in: declaring) { return Self.function(at: place, of: type) == function }
            next = _getSuperclass(declaring)
        }
        return false
    }

    /// Returns the place of the getter in the table of the class that declares it, and its function.
    private func entry(in type: AnyClass) -> (place: Int, function: UnsafeRawPointer)? {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard let descriptor = metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self),
            let table = Self.table(in: descriptor)
        else { return nil }
        let first = Int(descriptor.load(fromByteOffset: table, as: UInt32.self))
        let count = Int(descriptor.load(fromByteOffset: table + 4, as: UInt32.self))
        let distance = Int(bitPattern: description) - Int(bitPattern: descriptor + table + 8)
        guard distance >= 0, distance < count * 8, distance.isMultiple(of: 8),
            description.load(as: UInt32.self) & Self.kindMask == Self.instanceGetter
        else { return nil }
        let place = (first + distance / 8) * 8
        let function = description + 4 + Int(description.load(fromByteOffset: 4, as: Int32.self))
        let size = metadata.load(fromByteOffset: 32, as: UInt32.self) - metadata.load(fromByteOffset: 36, as: UInt32.self)
        guard place + 8 <= size, Self.function(at: place, of: type) == function else { return nil }
        return (place, function)
    }

    private static func function(at place: Int, of type: AnyClass) -> UnsafeRawPointer? {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: place, as: UnsafeRawPointer?.self)
    }

    private static let kindMask: UInt32 = 0x1f
    private static let classKind: UInt32 = 16
    private static let instanceGetter: UInt32 = 0x12
    private static let isGeneric: UInt32 = 1 << 7
    private static let hasResilientSuperclass: UInt32 = 1 << 29
    private static let hasMethods: UInt32 = 1 << 31

    /// Returns the place of the table of methods in a class's descriptor, after parts that not every class has.
    private static func table(in descriptor: UnsafeRawPointer) -> Int? {
        let flags = descriptor.load(as: UInt32.self)
        guard flags & kindMask == classKind, flags & hasMethods != 0, flags & hasResilientSuperclass == 0 else { return nil }
        var place = 44
        if flags & isGeneric != 0 {
            let (parameters, requirements, _, further) = descriptor.load(fromByteOffset: 52, as: (UInt16, UInt16, UInt16, UInt16).self)
            guard further == 0 else { return nil }
            place += 16 + (Int(parameters) + 3) / 4 * 4 + Int(requirements) * 12
        }
        switch flags >> 16 & 3 {
        case 0: return place
        case 1: return place + 12
        default: return nil
        }
    }
}

extension PropertyPlace {
    /// Returns whether the class of an object overrides the property, or may do so.
    ///
    /// - Parameter keyPath: The property as a key path from a given class, or `nil` if it isn't a property of that class.
    func isOverridden(in object: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) -> Bool {
        let type: AnyClass = type(of: object)
        guard !isFinal, let superclass = _getSuperclass(type) else { return false }
        if let path = keyPath(type), let getter = VirtualGetter(path), getter.isInherited(by: type) { return false }
        // A class doesn't override what it declares.
        return keyPath(superclass) != nil
    }
}
