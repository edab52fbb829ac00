/** Below the site's address: what is entered as KOReader's own sync server. */
export const kosyncPath = '/kosync'
