import Foundation
import Synchronization

/// A made-up piece of music without silence, in which no two places are alike, so that a shift by one sample shows.
enum TestSignal {
    /// Returns stereo samples: three gliding tones and some noise, the same each time.
    static func stereo(frames: Int) -> [Float] {
        made.withLock { made in
            if made.count < 2 * frames { made = make(frames: frames) }
            return Array(made.prefix(2 * frames))
        }
    }

    /// The longest piece so far. Making one takes longer than what is tested with it.
    private static let made = Mutex<[Float]>([])

    private static func make(frames: Int) -> [Float] {
        var noise: UInt64 = 0x9e37_79b9_7f4a_7c15
        var samples: [Float] = []
        samples.reserveCapacity(2 * frames)
        for frame in 0..<frames {
            let time = Double(frame) / 44_100
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let grain = Double(noise >> 40) / Double(1 << 24) - 0.5
            let left = 0.25 * sin(2 * .pi * (220 + 40 * time) * time) + 0.15 * sin(2 * .pi * (531 + 90 * time) * time) + 0.02 * grain
            let right = 0.25 * sin(2 * .pi * (330 + 55 * time) * time) + 0.15 * sin(2 * .pi * (797 - 60 * time) * time) - 0.02 * grain
            samples += [quantised(left), quantised(right)]
        }
        return samples
    }

    /// A sample as 16 bits keep it.
    private static func quantised(_ sample: Double) -> Float {
        Float((sample * 32_768).rounded()) / 32_768
    }

    /// Returns a WAV file of stereo samples.
    static func wave(_ samples: ArraySlice<Float>, rate: Int = 44_100) -> Data {
        var file = Data()
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
        }
        let size = UInt32(samples.count * 2)
        file.append(contentsOf: "RIFF".utf8)
        add(size + 36)
        file.append(contentsOf: "WAVEfmt ".utf8)
        let format: [UInt32] = [16, 2 << 16 | 1, UInt32(rate), UInt32(rate * 4), 16 << 16 | 4]
        for number in format { add(number) }
        file.append(contentsOf: "data".utf8)
        add(size)
        var words = [Int16](repeating: 0, count: samples.count)
        samples.withUnsafeBufferPointer { samples in
            words.withUnsafeMutableBufferPointer { words in
                guard let from = samples.baseAddress, let to = words.baseAddress else { return }
                for index in 0..<samples.count { to[index] = Int16((from[index] * 32_768).rounded()).littleEndian }
            }
        }
        words.withUnsafeBytes { file.append(contentsOf: $0) }
        return file
    }

    /// The ratio of the power of a signal to that of what differs from it, in decibels.
    static func similarity(_ heard: ArraySlice<Float>, to signal: ArraySlice<Float>) -> Double {
        var (power, error) = (0.0, 0.0)
        heard.withUnsafeBufferPointer { heard in
            signal.withUnsafeBufferPointer { signal in
                // A loop over the slices themselves takes far longer where nothing is optimised.
                guard let first = heard.baseAddress, let second = signal.baseAddress else { return }
                for index in 0..<min(heard.count, signal.count) {
                    let (original, difference) = (Double(second[index]), Double(first[index] - second[index]))
                    power += original * original
                    error += difference * difference
                }
            }
        }
        return 10 * log10(power / max(error, 1e-12))
    }
}
