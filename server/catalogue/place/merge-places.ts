import type { MergedNoun } from '#server/catalogue/editing/move-items.ts'
import { placeNoun, refreshPlace } from './edit-place.ts'
import { mergePlaceNames, unmergePlaceNames } from './merge-place-names.ts'

/** How two places are merged into one: after the merge, all books and videos of both are at the surviving place. */
export const mergedPlaces: MergedNoun = {
  ...placeNoun,
  alsoSame: ['kind'],
  references: [
    { table: 'tour_stop', column: 'place_id', key: ['tour_id', 'position', 'title'] },
    { table: 'person_place', column: 'place_id', key: ['person_id', 'position'] },
    { table: 'place_of_day', column: 'place_id', key: ['day'] },
    { table: 'redirect', column: 'target_id', key: ['noun', 'old_key'] },
  ],
  moveFurther: mergePlaceNames,
  restoreFurther: unmergePlaceNames,
  refresh: (db, moved, { loserId, winnerId }, names) => refreshPlace(db, [loserId, winnerId], moved, names),
}
