/// The address of a function.
struct CodeAddress {
    private let address: UInt

    init(_ address: UInt) {
        self.address = address
    }

    /// The function that this one calls first; `nil` if it does more before that than to set up its frame.
    var callee: UInt? {
        #if arch(x86_64)
            // push %rbp; mov %rsp, %rbp; in optimized code also pop %rbp
            var start = (0..<4).map(byte) == [0x55, 0x48, 0x89, 0xe5] ? 4 : 0
            if byte(at: start) == 0x5d { start += 1 }
            // call or jmp, with a distance from the next instruction
            guard byte(at: start) == 0xe8 || byte(at: start) == 0xe9 else { return nil }
            let distance = (1...4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(byte(at: start + $1)) }
            return address &+ UInt(start) &+ 5 &+ UInt(bitPattern: Int(Int32(bitPattern: distance)))
        #else
            return nil
        #endif
    }

    private func byte(at offset: Int) -> UInt8 {
        // SAFETY: a function's code can be read, and the linker pads each function to 16 bytes.
        UnsafeRawPointer(bitPattern: address)?.load(fromByteOffset: offset, as: UInt8.self) ?? 0
    }
}
