internal import Localization

/// A cover that is to be taken from a person's file.
struct DueCover: Sendable {
    var album: AlbumID
    var place: LocalCover
}

/// What came of taking a cover.
struct TakenCover: Sendable {
    /// The thumbnail, or why there is none: a sentence that goes on where the path of the file ends, or stands for itself.
    typealias Outcome = Result<CoverDigest, Reason>

    struct Reason: Error {
        let text: String
    }

    var album: AlbumID
    var place: LocalCover
    var outcome: Outcome

    static func take(_ place: LocalCover, into covers: CoverStore) -> Outcome {
        do {
            return .success(try covers.keepUnseen(try place.read(limit: covers.decoder.byteLimit)))
        } catch let error as LocalCoverError {
            return .failure(Reason(text: error.reason))
        } catch {
            return .failure(Reason(text: localized("has a cover that cannot be used. {error}", ["error": "\(error)"])))
        }
    }
}

extension LocalCover {
    /// The file that has the picture, or is it.
    var path: String {
        switch self {
        case .embedded(let path), .file(let path): path
        }
    }
}
