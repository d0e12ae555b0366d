internal import SleevesModel

extension AudioFile {
    /// Reads the tags, in this process.
    package func tags() throws(AudioFileError) -> AudioTags {
        try OpenAudioFile(path: path).tags()
    }

    /// Returns the bytes of the embedded front cover, or of the first picture if none is marked as the front cover. Reads in this process.
    ///
    /// - Parameter limit: The maximum size of the picture, in bytes.
    /// - Throws: ``AudioFileError``; its reason is ``AudioFileError/Reason/noPicture`` if the file has no picture.
    package func picture(limit: Int = AudioFile.pictureLimit) throws(AudioFileError) -> [UInt8] {
        try OpenAudioFile(path: path).picture(limit: limit)
    }
}
