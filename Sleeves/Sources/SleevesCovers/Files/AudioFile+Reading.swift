internal import SleevesModel

/// Reading opens the file, reads what is asked for and closes it again; nothing is written, and nothing is kept.
///
/// - Threading: Different files, and the same file, may be read on several threads at once. Reading blocks the thread for as long as
///   the disk takes.
extension AudioFile {
    /// Reads the tags, in this process.
    package func tags() throws(AudioFileError) -> AudioTags {
        try OpenAudioFile(path: path).tags()
    }

    /// The bytes of the front cover inside the file, or of its first picture where none is marked as the front cover. Reads in this process.
    ///
    /// - Parameter limit: The largest picture to return, in bytes.
    /// - Throws: ``AudioFileError``; its reason is ``AudioFileError/Reason/noPicture`` where the file holds none.
    package func picture(limit: Int = AudioFile.pictureLimit) throws(AudioFileError) -> [UInt8] {
        try OpenAudioFile(path: path).picture(limit: limit)
    }
}
