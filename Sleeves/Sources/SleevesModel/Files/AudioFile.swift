/// The limits and the names of audio files.
package enum AudioFile {
    /// The largest picture that counts as a cover, in bytes.
    package static let pictureLimit = 32 << 20
    /// The maximum length of a tag's text, in bytes.
    package static let textLimit = 4 << 10

    /// The lowercase extensions of audio files to look for in folders.
    package static let extensions: Set<String> = [
        "mp3", "mp2", "mp1", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "m4r", "mp4", "wav", "wave", "bwf", "aif",
        "aiff", "aifc", "wv", "ape", "mpc", "mp+", "mpp", "tta", "wma", "asf", "aac",
    ]

    /// The lowercase extensions of files that are nothing but frames of music, with tags before or after them. Two bytes are all that marks a frame.
    package static let streamExtensions: Set<String> = ["mp3", "mp2", "mp1", "mpga", "aac"]

    /// The lowercase extensions of audio files in formats that the tag reader doesn't support.
    package static let unreadExtensions: Set<String> = [
        "dsf", "dff", "dst", "mka", "weba", "tak", "shn", "ofr", "ofs", "la", "pac", "ac3", "eac3", "dts", "thd", "mlp", "amr", "awb", "au",
        "snd", "ra", "rm", "ram", "caf", "w64", "rf64", "gsm", "voc", "mid", "midi", "kar", "rmi", "mod", "xm", "s3m", "it", "aa", "aax",
        "oma", "aa3", "at3", "vqf", "spc", "nsf", "sid", "vgm",
    ]

    /// Returns whether a file with this name in a folder is treated as an audio file.
    package static func isNamedLikeAudio(_ name: String) -> Bool {
        extensions.contains(Path.split(name: name).fileExtension)
    }
}
