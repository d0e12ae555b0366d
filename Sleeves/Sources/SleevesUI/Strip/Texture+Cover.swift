import GTKAdapters
import SleevesLibrary

extension Texture {
    /// Creates a texture with the pixels of a cover, on any thread.
    convenience init(_ image: CoverImage) {
        self.init(rgba: image.pixels, width: image.width, height: image.height, stride: image.stride)
    }
}
