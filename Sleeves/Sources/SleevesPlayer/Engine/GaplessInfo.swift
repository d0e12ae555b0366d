internal import CGStreamer
internal import Glibc

/// The part of a file's samples that is music. Encoders add samples before and after it.
///
/// MP3 files have it in the tag that LAME and FFmpeg write into the first frame; MP4 files in the edit list or in iTunes' `iTunSMPB`.
/// GStreamer 1.22 reads LAME's own tag, but not FFmpeg's, and rounds edit lists to milliseconds and whole packets.
struct GaplessInfo: Equatable {
    /// The number of samples to drop at the beginning of the stream.
    var skip = 0
    /// The number of samples to play after them.
    var count: Int
    /// The number of samples a second that these numbers are in.
    var rate: Int
    /// The bytes to replace so that GStreamer decodes the whole stream.
    var patches: [Patch] = []

    /// Bytes at a place of the file.
    struct Patch: Equatable {
        let offset: Int
        let bytes: [UInt8]
    }

    /// Reads the information from an open file; `nil` if the file has none. Doesn't move the file's position.
    init?(descriptor: Int32) {
        let file = FileBytes(descriptor: descriptor)
        if let info = Self.mp3(file) ?? Self.mp4(file) { self = info } else { return nil }
    }

    init(skip: Int = 0, count: Int, rate: Int) {
        (self.skip, self.count, self.rate) = (skip, count, rate)
    }

    /// The same for a stream with another number of samples a second.
    func at(rate: Int) -> GaplessInfo {
        if rate == self.rate { return self }
        let factor = Double(rate) / Double(self.rate)
        return GaplessInfo(skip: Int((Double(skip) * factor).rounded()), count: Int((Double(count) * factor).rounded()), rate: rate)
    }
}

/// The bytes of an open file, read from any place.
struct FileBytes {
    let descriptor: Int32

    /// Copies the file into memory, with other bytes in some places. Returns the copy's descriptor; `nil` if the file is too large.
    func copy(patching patches: [GaplessInfo.Patch]) -> Int32? {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > 0, size <= Self.copyLimit else { return nil }
        let copy = cgstreamer_memory_file()
        guard copy >= 0 else { return nil }
        var offset: off_t = 0
        while Int(offset) < size {
            guard sendfile(copy, descriptor, &offset, size - Int(offset)) > 0 else {
                close(copy)
                return nil
            }
        }
        for patch in patches {
            // SAFETY: the call reads as many bytes as there are.
            _ = patch.bytes.withUnsafeBytes { pwrite(copy, $0.baseAddress, $0.count, off_t(patch.offset)) }
        }
        return copy
    }

    private static let copyLimit = 96 << 20

    /// Returns the bytes at an offset: this many, or fewer at the end of the file.
    func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        guard offset >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // SAFETY: the call writes at most the rest of the buffer.
                let read = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                filled += read
            }
        }
    }
}

extension Collection<UInt8> {
    /// The number that the bytes form, the most significant first.
    var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}
