/**
 * URL path of the reading progress server for KOReader. Users of KOReader enter the site's URL followed by this path as
 * custom sync server.
 */
export const kosyncPath = '/kosync'
