import GTKAdapters
import Localization
import SleevesLibrary
import SleevesPlayer

extension MediaControls {
    /// The most albums that one call may play, and the most characters of an identifier.
    private static let limits = (albums: 1_000, characters: 64)

    /// The interfaces of the one object.
    var interfaces: [BusInterface] { [applicationInterface, playerInterface, albumsInterface] }

    private var applicationInterface: BusInterface {
        BusInterface(
            MediaNames.application,
            description: """
                <interface name="org.mpris.MediaPlayer2">
                  <method name="Raise"/>
                  <method name="Quit"/>
                  <property name="CanQuit" type="b" access="read"/>
                  <property name="CanRaise" type="b" access="read"/>
                  <property name="HasTrackList" type="b" access="read"/>
                  <property name="Identity" type="s" access="read"/>
                  <property name="DesktopEntry" type="s" access="read"/>
                  <property name="SupportedUriSchemes" type="as" access="read"/>
                  <property name="SupportedMimeTypes" type="as" access="read"/>
                </interface>
                """,
            methods: [
                "Raise": .doing { [weak self] in self?.raise?() },
                "Quit": .doing { [weak self] in self?.quit() },
            ],
            properties: [
                "CanQuit": .init { .bool(true) },
                "CanRaise": .init { [weak self] in .bool(self?.raise != nil) },
                "HasTrackList": .init { .bool(false) },
                "Identity": .init { .string("Sleeves") },
                "DesktopEntry": .init { .string(SleevesApplication.identifier) },
                "SupportedUriSchemes": .init { .strings([]) },
                "SupportedMimeTypes": .init { .strings([]) },
            ])
    }

    private var playerInterface: BusInterface {
        BusInterface(
            MediaNames.player,
            description: """
                <interface name="org.mpris.MediaPlayer2.Player">
                  <method name="Next"/>
                  <method name="Previous"/>
                  <method name="Pause"/>
                  <method name="PlayPause"/>
                  <method name="Stop"/>
                  <method name="Play"/>
                  <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
                  <method name="SetPosition">
                    <arg name="TrackId" type="o" direction="in"/>
                    <arg name="Position" type="x" direction="in"/>
                  </method>
                  <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
                  <signal name="Seeked"><arg name="Position" type="x"/></signal>
                  <property name="PlaybackStatus" type="s" access="read"/>
                  <property name="Rate" type="d" access="readwrite"/>
                  <property name="Metadata" type="a{sv}" access="read"/>
                  <property name="Volume" type="d" access="readwrite"/>
                  <property name="Position" type="x" access="read">
                    <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                  </property>
                  <property name="MinimumRate" type="d" access="read"/>
                  <property name="MaximumRate" type="d" access="read"/>
                  <property name="CanGoNext" type="b" access="read"/>
                  <property name="CanGoPrevious" type="b" access="read"/>
                  <property name="CanPlay" type="b" access="read"/>
                  <property name="CanPause" type="b" access="read"/>
                  <property name="CanSeek" type="b" access="read"/>
                  <property name="CanControl" type="b" access="read">
                    <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                  </property>
                </interface>
                """,
            methods: playerMethods, properties: playerProperties)
    }

    private var playerMethods: [String: BusInterface.Method] {
        [
            // MPRIS has these do nothing where the properties say that they can't be done.
            "Next": .doing { [player] in if player.mediaState.hasNext { player.next() } },
            "Previous": .doing { [player] in player.previous() },
            "Pause": .doing { [player] in player.pause() },
            "PlayPause": .doing { [player] in player.togglePause() },
            "Stop": .doing { [player] in player.stop() },
            "Play": .doing { [player] in player.resume() },
            "Seek": .immediate { [player] arguments throws(BusError) in
                guard let offset = arguments.first?.integer else { throw .invalidArguments("Seek needs an offset in microseconds.") }
                player.seek(to: player.currentPosition + .microseconds(offset))
                return []
            },
            "SetPosition": .immediate { [player] arguments throws(BusError) in
                guard arguments.count == 2, let track = arguments[0].string, let position = arguments[1].integer else {
                    throw .invalidArguments("SetPosition needs a track and a position in microseconds.")
                }
                // The request may have been made when another track played.
                let isInside = position >= 0 && player.duration.map { .microseconds(position) <= $0 } != false
                if track == player.mediaState.trackPath, isInside { player.seek(to: .microseconds(position)) }
                return []
            },
            "OpenUri": .immediate { _ throws(BusError) in
                throw .notSupported("Sleeves plays the albums of its library. Import the file first.")
            },
        ]
    }

    private var playerProperties: [String: BusInterface.Property] {
        var properties: [String: BusInterface.Property] = [:]
        for name in MediaState().properties(cover: nil).keys {
            properties[name] = .init { [weak self] in self?.properties[name] ?? MediaState().properties(cover: nil)[name] ?? .string("") }
        }
        properties["Position"] = .init { [player] in .int64(player.currentPosition.microseconds) }
        properties["Volume"] = .init({ [player] in .double(player.volume) }) { [player] in player.setVolume($0.double ?? 1) }
        // MPRIS: a rate of 0 pauses. There is no other than 1.
        properties["Rate"] = .init({ .double(1) }) { [player] in if $0.double == 0 { player.pause() } }
        return properties
    }

    private var albumsInterface: BusInterface {
        BusInterface(
            MediaNames.albums,
            description: """
                <interface name="org.heedswift.Sleeves.Player">
                  <method name="PlayAlbums">
                    <arg name="Albums" type="as" direction="in"/>
                    <arg name="First" type="i" direction="in"/>
                  </method>
                  <property name="Album" type="s" access="read">
                    <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
                  </property>
                </interface>
                """,
            methods: [
                "PlayAlbums": .deferred { [weak self] arguments throws(BusError) in
                    try await self?.playAlbums(arguments)
                    return []
                }
            ],
            properties: ["Album": .init { [player] in .string(player.album?.rawValue ?? "") }])
    }

    /// Plays the albums of these identifiers, beginning with the track of a number from 1.
    private func playAlbums(_ arguments: [BusValue]) async throws(BusError) {
        guard arguments.count == 2, let names = arguments[0].strings, let first = arguments[1].integer, first > 0,
            names.count <= Self.limits.albums, names.allSatisfy({ $0.utf8.count <= Self.limits.characters })
        else { throw .invalidArguments("PlayAlbums needs identifiers of albums, and the number of the first track.") }
        do {
            let tracks = try await library.playableTracks(of: names.map(AlbumID.init))
            guard tracks.indices.contains(Int(first) - 1) else { throw NothingToPlay(count: tracks.count) }
            player.play(tracks, from: Int(first) - 1)
        } catch let error as NothingToPlay {
            throw BusError(name: NothingToPlay.busName, message: error.description)
        } catch {
            throw BusError(name: "org.freedesktop.DBus.Error.Failed", message: "\(error)")
        }
    }
}

extension BusInterface.Method {
    /// A method without values.
    fileprivate static func doing(_ body: @escaping @MainActor () -> Void) -> Self {
        .immediate { _ throws(BusError) in
            body()
            return []
        }
    }
}
