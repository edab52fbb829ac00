/** Greatest length of a passage that is shared as a picture, in characters and in lines. */
export const passageLimit = { characters: 200, lines: 20 }
