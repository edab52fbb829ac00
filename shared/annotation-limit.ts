/** The most bookmarks and highlights that a user may have in one book. */
export const mostAnnotations = 2000
