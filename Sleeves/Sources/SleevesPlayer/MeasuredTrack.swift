/// A track whose length is known since it was played.
public struct MeasuredTrack: Sendable, Hashable {
    /// The absolute path of the audio file.
    public let path: String
    /// The playing time.
    public let length: Duration
}
