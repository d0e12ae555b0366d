internal import Glibc

/// The two colours that determine how a cover looks.
///
/// ## Behavior
/// - The first colour is the mean of the hue that takes the most of the picture, where a pixel counts by how colourful it is. So a large
///   muted sky counts more than a small vivid sun.
/// - The second is that of another hue, at least 60° away, if the picture has enough of it; otherwise the same as the first.
/// - Pictures without colours have two greys.
/// - The same pixels have the same colours. Of a large picture, about 2,000 pixels are read, evenly spread; transparent ones aren't.
///
/// - Complexity: About 0.2 ms. Don't compute it on the main thread.
public struct CoverPalette: Sendable, Hashable {
    /// The dominant colour.
    let first: OKLab
    /// The colour that stands beside it.
    let second: OKLab

    /// Creates a palette from two colours.
    init(first: OKLab, second: OKLab) {
        self.first = first
        self.second = second
    }

    /// The number of hues that are told apart.
    private static let hues = 24
    /// The most pixels to read in a direction.
    private static let samples = 45

    /// Finds the colours of a picture.
    public init(_ image: CoverImage) {
        // One sum for each hue.
        var sums = [Sum](repeating: Sum(), count: Self.hues)
        var all = Sum()
        let step = (max(1, image.width / Self.samples), max(1, image.height / Self.samples))
        for y in stride(from: step.1 / 2, to: image.height, by: step.1) {
            for x in stride(from: step.0 / 2, to: image.width, by: step.0) {
                let place = y * image.stride + x * 4
                guard image.pixels[place + 3] > 127 else { continue }
                let pixel = OKLab(
                    Colour(red: image.pixels[place], green: image.pixels[place + 1], blue: image.pixels[place + 2]))
                all.add(pixel, weight: 1)
                sums[Self.hue(of: pixel)].add(pixel, weight: pixel.chroma)
            }
        }
        // A hue between two steps counts in both.
        let weights = sums.indices.map { index in
            sums[index].weight + (sums[Self.turned(index, by: -1)].weight + sums[Self.turned(index, by: 1)].weight) / 2
        }
        let best = weights.indices.max { weights[$0] < weights[$1] } ?? 0
        // Less than this is the noise of a grey picture.
        guard weights[best] > 0.012 * all.weight else {
            first = all.mean
            second = all.mean
            return
        }
        let first = Self.mean(of: sums, around: best)
        let others = weights.indices.filter { min(abs($0 - best), Self.hues - abs($0 - best)) >= Self.hues / 6 }
        let other = others.max { weights[$0] < weights[$1] } ?? best
        self.first = first
        second = weights[other] > 0.2 * weights[best] ? Self.mean(of: sums, around: other) : first
    }

    private struct Sum {
        var weight = 0.0
        private var lightness = 0.0, a = 0.0, b = 0.0

        mutating func add(_ colour: OKLab, weight: Double) {
            self.weight += weight
            lightness += colour.lightness * weight
            a += colour.a * weight
            b += colour.b * weight
        }

        mutating func add(_ other: Sum) {
            weight += other.weight
            lightness += other.lightness
            a += other.a
            b += other.b
        }

        var mean: OKLab {
            weight > 0 ? OKLab(lightness: lightness / weight, a: a / weight, b: b / weight) : OKLab(lightness: 0.5, a: 0, b: 0)
        }
    }

    private static func hue(of colour: OKLab) -> Int {
        let turn = atan2(colour.b, colour.a) / (2 * .pi)
        return turned(Int((turn * Double(hues)).rounded(.down)), by: 0)
    }

    private static func turned(_ hue: Int, by steps: Int) -> Int {
        (hue + steps + hues) % hues
    }

    private static func mean(of sums: [Sum], around hue: Int) -> OKLab {
        var sum = Sum()
        for steps in -1...1 { sum.add(sums[turned(hue, by: steps)]) }
        return sum.mean
    }
}
