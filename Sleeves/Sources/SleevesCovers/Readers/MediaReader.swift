internal import SleevesModel

/// A reader of audio files' tags, maker of thumbnails, and decoder of texts in unknown encodings. It works in reader processes, because decoders and tag readers are third-party C
/// code and the files are untrusted.
///
/// ## Behavior
///
/// - A file that crashes its reader, or takes too long, is skipped with an error, and everything else continues.
/// - A file that has crashed a reader is never passed to another one while the program runs.
/// - A reader has no network, opens no file, and starts no program. It receives its input as an open descriptor or as bytes.
/// - A reader's answers are untrusted.
/// - A reader that is idle for a minute is ended.
///
/// - Threading: May be used from any thread that may block.
public struct MediaReader: Sendable {
    let pool: ReaderPool?
    /// Called with the paths of files whose tags are about to be read, on the thread that reads them.
    package var willRead: @Sendable (_ paths: [String]) -> Void = { _ in }

    /// Reads in this process, for the readers themselves and for tests.
    public static let inThisProcess = MediaReader(pool: nil)

    /// Creates a reader that uses processes of a program.
    ///
    /// - Parameter program: The path of an executable that runs ``ReaderService`` if its only argument is ``ReaderService/argument``.
    public init(program: String) {
        pool = ReaderPool(program: program)
    }

    init(pool: ReaderPool?) {
        self.pool = pool
    }

    /// Returns what confines the readers here; `nil` without processes. Starts one to find out.
    ///
    /// - Throws: ``ReaderFailure`` if none can be started.
    public func confinement() throws(ReaderFailure) -> ReaderConfinement? {
        try pool?.confinement()
    }

    /// Reads the tags of files.
    ///
    /// - Returns: The tags of each, in the same order.
    /// - Throws: `CancellationError`, or a ``ReaderFailure`` that says nothing about the files.
    package func tags(of paths: [String]) throws -> [Result<AudioTags, AudioFileError>] {
        willRead(paths)
        guard let pool else { return paths.map { path in Result { () throws(AudioFileError) in try OpenAudioFile(path: path).tags() } } }
        var results: [Result<AudioTags, AudioFileError>] = []
        for start in stride(from: 0, to: paths.count, by: ReaderRequest.fileLimit) {
            let opened = paths[start..<min(start + ReaderRequest.fileLimit, paths.count)].map { path in
                Result { () throws(AudioFileError) in try OpenAudioFile(path: path) }
            }
            var answers = try read(opened.compactMap { try? $0.get() }, in: pool)[...]
            results += opened.map { $0.flatMap { _ in answers.removeFirst() } }
        }
        return results
    }

    private func read(_ files: [OpenAudioFile], in pool: ReaderPool) throws -> [Result<AudioTags, AudioFileError>] {
        guard !files.isEmpty else { return [] }
        do throws(ReaderFailure) {
            return try pool.ask(
                .tags(files.map(\.asked)),
                about: files.count == 1 ? files[0].identity : nil,
                descriptors: files.map(\.descriptor),
                answerLimit: files.count * Self.tagLimit
            ) { message throws(ByteReader.Failure) in
                var results: [Result<AudioTags, AudioFileError>] = []
                for file in files {
                    results.append(
                        try message.flag()
                            ? .success(try AudioTags(from: &message))
                            : .failure(AudioFileError(path: file.path, reason: try AudioFileError.Reason(from: &message))))
                }
                return results
            }
        } catch {
            if error.isPassing { throw error.thrown }
            guard files.count > 1 else { return [.failure(AudioFileError(path: files[0].path, reason: .reader(error)))] }
            // One of the files crashed the reader. Read each by itself.
            return try files.flatMap { try read([$0], in: pool) }
        }
    }

    /// Reads the embedded picture of an audio file.
    func picture(in path: String, limit: Int) throws(AudioFileError) -> [UInt8] {
        let file = try OpenAudioFile(path: path)
        guard let pool else { return try file.picture(limit: limit) }
        let result: Result<[UInt8], AudioFileError>
        do throws(ReaderFailure) {
            result = try pool.ask(
                .picture(file.asked, limit: limit),
                about: file.identity ^ 1,
                descriptors: [file.descriptor],
                answerLimit: limit + 64
            ) { message throws(ByteReader.Failure) in
                try message.flag()
                    ? .success(try message.data(limit: limit))
                    : .failure(AudioFileError(path: path, reason: try AudioFileError.Reason(from: &message)))
            }
        } catch {
            throw AudioFileError(path: path, reason: .reader(error))
        }
        return try result.get()
    }

    /// Makes a small JPEG of a picture.
    func thumbnail(of bytes: [UInt8], by decoder: CoverDecoder) throws(CoverError) -> [UInt8] {
        guard let pool else { return try decoder.thumbnail(of: bytes) }
        let header = try decoder.checkedHeader(of: bytes)
        let result: Result<[UInt8], CoverError>
        do throws(ReaderFailure) {
            result = try pool.ask(
                .thumbnail(bytes, decoder),
                about: [AnyHashable(bytes), AnyHashable(decoder)].hashValue,
                isLarge: header.needsMuchMemory(bytes),
                answerLimit: Self.thumbnailLimit + 64
            ) { message throws(ByteReader.Failure) in
                guard try message.flag() else { return .failure(try CoverError(from: &message)) }
                let thumbnail = try message.data(limit: Self.thumbnailLimit)
                guard PictureHeader.isThumbnail(thumbnail, longestSide: decoder.maxPixel) else { throw .invalid }
                return .success(thumbnail)
            }
        } catch {
            throw .reader(error)
        }
        return try result.get()
    }

    /// The maximum size of a file's tags: up to 24 texts beside those of the release, the bytes of all, a CUE sheet and a few numbers.
    private static let tagLimit =
        (24 + ReleaseField.tagged.count + AudioTags.TextField.allCases.count) * 3 * AudioFile.textLimit + 3 * (AudioTags.sheetLimit + 1)
    private static let thumbnailLimit = 4 << 20
}
