/** Number of comments on the first page, and of further comments per request. */
export const threadsPerPage = 10
