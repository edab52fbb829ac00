import type { place } from '#shared/api/place.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { countPlaces, listPlaces } from './place-queries.ts'

export const placeHandlers: NounHandlers<typeof place> = {
  async list({ tags }, { db, reads }) {
    reads('books')
    const [list, counts] = await Promise.all([listPlaces(db, tags), countPlaces(db, tags)])
    return { list, ...counts }
  },
}
