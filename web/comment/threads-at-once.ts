/** How many comments a page comes with, and how many more come at once. */
export const threadsPerPage = 10
