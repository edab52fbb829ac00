/** How a term stands in a name; the better, the nearer to what was typed. */
export type Likeness =
  | 'whole'
  | 'start'
  | 'inside'
  | 'spelledWhole'
  | 'spelledStart'
  | 'spelledInside'
  | 'initialsWhole'
  | 'initialsStart'
  | 'initialsInside'
  | 'soundsAlike'
  | 'gaps'
  | 'typo'
  | 'spelledTypo'

/** What each likeness is worth, of 1. Inside a title (0.70 and less) still outweighs the whole of an author. */
export const likenessScores: Record<Likeness, number> = {
  whole: 1,
  start: 0.88,
  inside: 0.74,
  spelledWhole: 0.98,
  spelledStart: 0.86,
  spelledInside: 0.72,
  initialsWhole: 0.94,
  initialsStart: 0.8,
  initialsInside: 0.66,
  soundsAlike: 0.6,
  gaps: 0.56,
  typo: 0.5,
  spelledTypo: 0.42,
}

export interface NameMatch {
  likeness: Likeness
  /** Of the name as it is written, in UTF-16 units. */
  marks: [number, number][]
}
