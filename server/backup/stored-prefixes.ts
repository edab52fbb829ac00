/**
 * The storage prefixes whose files belong into a backup. The mark of the site (`site.json`) and the trash are left out:
 * a restored site is a copy until the operator adopts it, and nothing refers to the trash.
 */
export const storedPrefixes = ['avatar/', 'book/', 'cover/', 'original/', 'text/', 'upload/']
