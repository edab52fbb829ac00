/** The editorial columns in which the editors recommend books, each with its own way of seeing (catalog/README.md). */
export const voices = ['山河', '市声', '纸上', '孩子', '远行', '科学'] as const
export type Voice = (typeof voices)[number]
