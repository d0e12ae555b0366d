/// A file whose tags are to be read, and what came of it.
struct TagReading: Sendable {
    /// The file's number in the catalogue.
    let id: Int64
    let path: String
    let tags: Result<AudioTags, AudioFileError>
    /// The shelf that the file stands on, worked out here because this is where all cores are at work.
    let shelf: Int64

    init(id: Int64, path: String) {
        self.id = id
        self.path = path
        tags = Result { () throws(AudioFileError) in try AudioFile(path: path).tags() }
        shelf = (try? tags.get()).map { GroupedTrack(TaggedFile(path: path, tags: $0)).shelf } ?? 0
    }

    /// What is wrong with the file, as a sentence that goes on where its path ends.
    var problem: String? {
        switch tags {
        case .failure(let error): error.explanation + "."
        case .success(let tags): Self.problem(with: tags)
        }
    }

    private static func problem(with tags: AudioTags) -> String? {
        let text = tags.textWasCut ? "a tag longer than \(AudioFile.textLimit >> 10) KiB, whose end was left out" : nil
        let picture = tags.picture == .tooLarge ? "a picture larger than \(AudioFile.pictureLimit >> 20) MiB, which was left out" : nil
        let parts = [text, picture].compactMap { $0 }
        return parts.isEmpty ? nil : "holds \(parts.joined(separator: ", and "))."
    }
}
