import type { place } from '#shared/api/place.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { findTagIds } from '#server/tag/tag-queries.ts'
import { countPlaces, listPlaces } from './place-queries.ts'

const nothing = { list: [], countBooks: 0, countPlaces: 0, countMarks: 0, countCountries: 0 }

export const placeHandlers: NounHandlers<typeof place> = {
  async list({ tags }, { db, reads }) {
    reads('marks', 'books')
    const names = [...new Set(tags)]
    const tagIds = await findTagIds(db, names)
    // A tag that nobody knows is on no book.
    if (tagIds.length < names.length) return nothing
    const [list, counts] = await Promise.all([listPlaces(db, tagIds), countPlaces(db, tagIds)])
    return { list, ...counts }
  },
}
