/** Maximum number of Chinese characters that users can look up at once. */
export const maxLookedUp = 24
