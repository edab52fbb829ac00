/** Books, and the rows of other lists, are counted up to this number; a greater count is given as one more. */
export const maxCountedBooks = 10_000
