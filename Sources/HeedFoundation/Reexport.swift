// Code that adapts Heed to Foundation also uses Heed.
@_exported public import Heed
