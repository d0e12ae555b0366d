/// An audio file on disk, as far as its tags and its picture go.
///
/// Reading opens the file, reads what is asked for and closes it again; nothing is written, and nothing is kept.
///
/// - Threading: Different files, and the same file, may be read on several threads at once. Reading blocks the thread for as long as
///   the disk takes.
package struct AudioFile: Sendable, Hashable {
    /// The largest picture that counts as a cover, in bytes.
    package static let pictureLimit = 32 << 20
    /// The longest text that is kept of one tag, in bytes.
    package static let textLimit = 4 << 10

    /// The extensions, in lower case, by which audio files are found in a folder.
    package static let extensions: Set<String> = [
        "mp3", "mp2", "mp1", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "m4r", "mp4", "wav", "wave", "bwf", "aif",
        "aiff", "aifc", "wv", "ape", "mpc", "mp+", "mpp", "tta", "wma", "asf", "aac",
    ]

    /// The extensions, in lower case, of audio files that are not read: the tag reader does not know their formats.
    static let unreadExtensions: Set<String> = [
        "dsf", "dff", "dst", "mka", "weba", "tak", "shn", "ofr", "ofs", "la", "pac", "ac3", "eac3", "dts", "thd", "mlp", "amr", "awb", "au",
        "snd", "ra", "rm", "ram", "caf", "w64", "rf64", "gsm", "voc", "mid", "midi", "kar", "rmi", "mod", "xm", "s3m", "it", "aa", "aax",
        "oma", "aa3", "at3", "vqf", "spc", "nsf", "sid", "vgm",
    ]

    /// Whether a file of this name is looked at when it is found in a folder.
    static func isNamedLikeAudio(_ name: String) -> Bool {
        extensions.contains(Path.split(name: name).fileExtension)
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

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
