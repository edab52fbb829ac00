/** The shortest time in milliseconds in which a person can write a comment; the server refuses a faster one. */
export const shortestWritingMs = 2000
