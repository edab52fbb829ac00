/** Maximum number of bookmarks and highlights that one user may have in one book. */
export const maxAnnotations = 2000
