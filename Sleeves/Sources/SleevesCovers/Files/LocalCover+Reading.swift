public import SleevesModel
internal import Localization

extension LocalCover {
    /// Returns the undecoded bytes of the picture.
    ///
    /// The bytes are untrusted and may not be a picture at all.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the picture, in bytes.
    ///   - reader: The reader of audio files.
    /// - Throws: ``LocalCoverError`` if the picture no longer exists, is too large, or can't be read.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    public func read(limit: Int, by reader: MediaReader = .inThisProcess) throws(LocalCoverError) -> [UInt8] {
        switch self {
        case .embedded(let path):
            do {
                return try reader.picture(in: path, limit: limit)
            } catch {
                throw LocalCoverError(path: path, reason: error.sentence, passing: error.passing)
            }
        case .file(let path):
            let bytes: [UInt8]?
            do {
                bytes = try FileSystem.bytes(ofFile: path, limit: limit)
            } catch {
                let reason = localized("The file cannot be read. {error} Check the file and its permissions.", ["error": "\(error)"])
                throw LocalCoverError(path: path, reason: reason)
            }
            guard let bytes else {
                let reason = localized("The picture is larger than {limit} bytes. Replace it with a smaller one.", ["limit": "\(limit)"])
                throw LocalCoverError(path: path, reason: reason)
            }
            guard !bytes.isEmpty else {
                let reason = localized("The file is empty. Replace it with a picture, or delete it.")
                throw LocalCoverError(path: path, reason: reason)
            }
            return bytes
        }
    }
}
