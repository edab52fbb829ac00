/** The ways in which a search term can match a name. */
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
  | 'abbreviated'
  | 'gaps'
  | 'typo'
  | 'farTypo'
  | 'spelledTypo'

/**
 * The score of each way in which a search term can match a name, from 0 to 1. A match in the middle of a title (0.74 or
 * less) still outranks a complete author name.
 */
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
  abbreviated: 0.58,
  gaps: 0.56,
  typo: 0.5,
  farTypo: 0.3,
  spelledTypo: 0.42,
}

export interface NameMatch {
  likeness: Likeness
  /** The ranges of the name, as written, that match the search term, in UTF-16 units. */
  marks: [number, number][]
}
