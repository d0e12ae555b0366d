/// The address of a function.
struct CodeAddress {
    private let address: UInt

    init(_ address: UInt) {
        self.address = address
    }

    /// The function that this one calls first, after it has set up its frame; `nil` if it does more before that.
    var callee: UInt? {
        #if arch(x86_64)
            // push %rbp; mov %rsp, %rbp
            let start = bytes(at: 0) == [0x55, 0x48, 0x89, 0xe5] ? 4 : 0
            let code = bytes(at: start) + bytes(at: start + 4)
            // call or jmp, with a distance from the next instruction
            guard code[0] == 0xe8 || code[0] == 0xe9 else { return nil }
            let distance = code[1...4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return address &+ UInt(start) &+ 5 &+ UInt(bitPattern: Int(Int32(bitPattern: distance)))
        #else
            return nil
        #endif
    }

    private func bytes(at offset: Int) -> [UInt8] {
        // SAFETY: a function's code can be read, and the linker pads each function to 16 bytes.
        (0..<4).map { UnsafeRawPointer(bitPattern: address)?.load(fromByteOffset: offset + $0, as: UInt8.self) ?? 0 }
    }
}
