/**
 * The books or other rows of a list are counted only up to this number, because counting takes time. If there are more,
 * the reported count is this number plus one.
 */
export const maxCountedBooks = 10_000
