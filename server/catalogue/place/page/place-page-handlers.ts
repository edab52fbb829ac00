import type { placePage } from '#shared/api/place/place-page.ts'
import { fail } from '#shared/api/failure.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listPeopleOfPlace } from './people-of-place.ts'
import { findPlaceNamed, findPlacePage } from './place-page-queries.ts'

const missingPlace = '没有这处地方，它可能已被移除'

export const placePageHandlers: NounHandlers<typeof placePage> = {
  async show({ id }, { db, dependsOn }) {
    // The cached page of a place must change with the place. It depends on `topic.books`, because every edit of a place
    // invalidates this topic.
    dependsOn(topic.books, topic.tours, topic.routes, topic.people)
    return (await findPlacePage(db, id)) ?? fail('missing', missingPlace)
  },

  people(input, { db, dependsOn }) {
    dependsOn(topic.people)
    return listPeopleOfPlace(db, input)
  },

  async named({ name }, { db, dependsOn }) {
    dependsOn(topic.books)
    return (await findPlaceNamed(db, name)) ?? fail('missing', missingPlace)
  },
}
