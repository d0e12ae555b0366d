// Whoever adapts Heed to Foundation uses Heed.
@_exported public import Heed
