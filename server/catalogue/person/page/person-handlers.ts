import type { Person, person } from '#shared/api/person/person.ts'
import { fail } from '#shared/api/failure.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findRedirect } from '#server/catalogue/editing/redirects.ts'
import { countWorks } from '#server/catalogue/person/count-works.ts'
import { findPersonRow, listPersonNames } from '#server/catalogue/person/person-rows.ts'
import { listContemporaries } from './list-contemporaries.ts'
import { listLifePlaces, listToursOf, listWorkPlaces } from './person-queries.ts'

export const personHandlers: NounHandlers<typeof person> = {
  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.person(id), topic.people, topic.tours)
    const found = await findPerson(db, id)
    if (found !== undefined) return found
    const winnerId = await findRedirect(db, 'person', id)
    if (winnerId !== null) dependsOn(topic.person(winnerId))
    const winner = winnerId === null ? undefined : await findPerson(db, winnerId)
    return winner ?? fail('missing', '没有找到这个人，可能已被合并或移除')
  },
}

async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const row = await findPersonRow(db, id)
  if (row === undefined) return undefined
  const [names, places, workPlaces, works, contemporaries, tours] = await Promise.all([
    listPersonNames(db, id),
    listLifePlaces(db, id),
    listWorkPlaces(db, id),
    countWorks(db, id),
    listContemporaries(db, id),
    listToursOf(db, id),
  ])
  return { ...row, names, places, workPlaces, works, contemporaries, tours }
}
