/** Path of the sync server, which users enter in KOReader as custom sync server after the site's address. */
export const kosyncPath = '/kosync'
