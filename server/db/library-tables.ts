/** The texts of free books, and how far readers have come in them. */
// eslint-disable-next-line
export interface LibraryTables {}
