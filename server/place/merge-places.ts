import type { MergedNoun } from '#server/editing/merge-named.ts'
import { placeNoun, refreshPlace } from './edit-place.ts'

/** What was at either is at the winner, where that lies. */
export const mergedPlaces: MergedNoun = {
  ...placeNoun,
  alsoSame: ['kind'],
  passed: [
    { table: 'tour_stop', column: 'place_id', key: ['tour_id', 'position', 'title'] },
    { table: 'redirect', column: 'target_id', key: ['noun', 'old_key'] },
  ],
  settle: (db, moved, _, names) => refreshPlace(db, moved, names),
}
