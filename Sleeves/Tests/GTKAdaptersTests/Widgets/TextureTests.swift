import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A texture")
    struct TextureTests {
        init() {
            _ = TestApplication.shared
        }

        @Test(
            "Its PNG fits into the square and has its colours; a smaller one keeps its size", arguments: [(side: 8, width: 8), (100, 40)])
        func png(side: Int, width: Int) throws {
            let orange: [UInt8] = [255, 128, 0, 255]
            let texture = Texture(rgba: Array(repeatElement(orange, count: 40 * 20).joined()), width: 40, height: 20)
            let file = try #require(texture.png(side: side))
            #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            let read = try #require(Self.pixels(file))
            #expect(read.width == width && read.height == width / 2)
            #expect(read.colours == [[255, 128, 0]])
        }

        @Test("PNGs may be made at once on several threads")
        func threads() async throws {
            let texture = Texture(rgba: [UInt8](repeating: 200, count: 64 * 64 * 4), width: 64, height: 64)
            let tasks = (0..<8).map { _ in Task.detached { texture.png(side: 32) } }
            var files: Set<[UInt8]?> = []
            for task in tasks { files.insert(await task.value) }
            #expect(files.count == 1 && files != [nil])
        }

        /// Reads a PNG: its size, and the colours in it.
        private static func pixels(_ file: [UInt8]) -> (width: Int, height: Int, colours: Set<[UInt8]>)? {
            let bytes = g_bytes_new(file, gsize(file.count))
            defer { g_bytes_unref(bytes) }
            guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
            let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            gdk_texture_download(texture, &pixels, gsize(width * 4))
            // Blue comes first.
            let colours = stride(from: 0, to: pixels.count, by: 4).map { place in [pixels[place + 2], pixels[place + 1], pixels[place]] }
            return (width, height, Set(colours))
        }
    }
}
