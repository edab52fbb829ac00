/** Returns a century in words; centuries before the common era are negative. */
export const centuryText = (century: number) => (century < 0 ? `前 ${-century} 世纪` : `${century} 世纪`)
