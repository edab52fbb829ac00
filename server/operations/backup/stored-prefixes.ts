/**
 * The storage prefixes whose files belong into a backup. Left out are the trash, because nothing refers to it, and
 * `site.json`, which marks the store as that of one site: a restored site counts as a copy until the operator runs
 * `npm run adopt`, which writes a new mark.
 */
export const storedPrefixes = ['avatar/', 'book/', 'cover/', 'original/', 'text/', 'upload/']
