import GTKAdapters

/// The colours that tell sources apart: the platform's palette.
enum Hue {
    private static let light: [UInt32] = [0x3584e4, 0x2ec27e, 0xe5a50a, 0xe66100, 0x9141ac, 0x986a44, 0x1a9fb5, 0xd64d93]
    private static let dark: [UInt32] = [0x62a0ea, 0x57e389, 0xf8e45c, 0xffa348, 0xc061cb, 0xcdab8f, 0x5bc8db, 0xee83b8]

    /// Returns the colour of a name, which is the same each time.
    static func index(of name: String) -> Int {
        // FNV-1a.
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int(hash % UInt32(light.count))
    }

    /// Returns a colour to draw with.
    static func paint(_ index: Int, isDark: Bool) -> Paint {
        Paint((isDark ? dark : light)[index % light.count])
    }
}
