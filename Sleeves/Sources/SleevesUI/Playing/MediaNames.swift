/// The names of the media controls on the session bus.
public enum MediaNames {
    /// The path of the object with all interfaces.
    public static let path = "/org/mpris/MediaPlayer2"
    /// The interface of the program.
    static let application = "org.mpris.MediaPlayer2"
    /// The interface of the player.
    static let player = "org.mpris.MediaPlayer2.Player"
    /// The interface for the command.
    static let albums = "org.heedswift.Sleeves.Player"

    /// Returns the name of the player of a library.
    static func name(instance: String?) -> String {
        "org.mpris.MediaPlayer2.sleeves" + (instance.map { ".instance\($0)" } ?? "")
    }

    /// Returns the name of a player whose library another one plays.
    static func name(ofProcess number: Int32) -> String {
        "org.mpris.MediaPlayer2.sleeves.instance\(number)"
    }
}
