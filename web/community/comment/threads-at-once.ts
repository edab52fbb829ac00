/** Number of comments on the first page of an item's comments, and on each further page that is loaded. */
export const threadsPerPage = 10
