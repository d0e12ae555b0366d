import CPeers

/// All ways of having a property, the lowest floor first.
enum Properties {
    static func all() -> [any NumberProperty] {
        [
            PlainProperty(), UncheckedProperty(), LockedProperty(), DidSetProperty(), HeedProperty(), HeedSharedProperty(),
            HeedTrackedProperty(),
            ForeignProperty(qt_property_peer), ForeignProperty(gobject_property_peer),
            PublishedProperty(), ObservableProperty(),
        ]
    }
}
