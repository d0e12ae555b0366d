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
    /// The thumbnail, or the reason why there is none, in whole sentences.
    let outcome: Result<CoverDigest, Reason>

    init(_ place: LocalCover, outcome: Result<CoverDigest, Reason>) {
        self.place = place
        self.outcome = outcome
    }

    /// Takes a picture, and stores a thumbnail of it.
    ///
    /// - Throws: `CancellationError`, or a ``ReaderFailure`` that isn't the picture's fault.
    package init(_ place: LocalCover, into covers: CoverStore) throws {
        self.place = place
        do {
            outcome = .success(try covers.keepUnseen(try place.read(limit: covers.decoder.byteLimit, by: covers.reader)))
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

    package init(album: AlbumID, picture: TakenPicture) {
        self.album = album
        self.picture = picture
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
