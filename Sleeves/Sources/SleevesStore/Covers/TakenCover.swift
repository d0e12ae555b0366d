package import SleevesModel
package import SleevesCovers
internal import Localization

/// A cover that is to be taken from one of the user's files.
package struct DueCover: Sendable {
    package var album: AlbumID
    package var place: LocalCover
}

/// The result of taking a picture.
package struct TakenPicture: Sendable {
    package struct Reason: Error {
        let text: String
    }

    package let place: LocalCover
    /// Whether the picture ends early, so that its lower part is missing.
    package var isCut = false
    /// The longest side, in pixels.
    var longestSide: Int?
    /// The thumbnail, or the reason why there is none, in whole sentences.
    let outcome: Result<CoverDigest, Reason>

    init(_ place: LocalCover, outcome: Result<CoverDigest, Reason>) {
        self.place = place
        self.outcome = outcome
    }

    /// Whether the picture can be used as a whole.
    package var isWhole: Bool { (try? outcome.get()) != nil && !isCut }

    /// The reason why the picture can't be used as a whole, in whole sentences; `nil` if it can.
    var problem: String? {
        switch outcome {
        case .success: isCut ? localized("The picture ends early.") : nil
        case .failure(let reason): reason.text
        }
    }

    /// Takes a picture, and stores a thumbnail of it.
    ///
    /// - Throws: `CancellationError`, or a ``ReaderFailure`` that isn't the picture's fault.
    package init(_ place: LocalCover, into covers: CoverStore) throws {
        self.place = place
        do {
            let bytes = try place.read(limit: covers.decoder.byteLimit, by: covers.reader)
            outcome = .success(try covers.keepUnseen(bytes))
            longestSide = PictureHeader.longestSide(of: bytes)
            isCut = PictureType(sniffing: bytes).map { !$0.hasEnd(bytes) } ?? false
        } catch let error as LocalCoverError {
            if let failure = error.passing { throw failure.thrown }
            outcome = .failure(Reason(text: error.reason))
        } catch CoverError.reader(let failure) where failure.isPassing {
            throw failure.thrown
        } catch {
            outcome = .failure(Reason(text: localized("The cover cannot be used. {error}", ["error": "\(error)"])))
        }
    }
}

/// The result of taking an album's cover.
package struct TakenCover: Sendable {
    package let album: AlbumID
    package let picture: TakenPicture
    /// The better picture that can't be used, if this one takes its place.
    package let failed: TakenPicture?

    package init(album: AlbumID, picture: TakenPicture, insteadOf failed: TakenPicture? = nil) {
        self.album = album
        self.picture = picture
        self.failed = failed
    }
}

extension LocalCover {
    /// The path of the file that contains the picture, or is it.
    var path: String {
        switch self {
        case .embedded(let path), .file(let path): path
        }
    }
}
