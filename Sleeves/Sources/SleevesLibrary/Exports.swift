// The facade's own calls take and return values of the floors below it, so who imports the facade sees them without importing each floor.
@_exported public import SleevesCovers
@_exported public import SleevesImporting
@_exported public import SleevesModel
@_exported public import SleevesSharing
@_exported public import SleevesStore
