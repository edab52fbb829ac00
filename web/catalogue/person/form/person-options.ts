import type { PersonOption } from '#shared/api/person/person-admin.ts'
import { lifeText } from '#shared/year-text.ts'
import { api } from '#web/frame/session/session.ts'
import { countText } from '#web/ui/capped-count.ts'

/** Finds people by a part of any of their names, for form fields in which an editor chooses a person. */
export async function findPeople(query: string, signal: AbortSignal): Promise<PersonOption[]> {
  return (await api.person.find({ query }, signal)).list
}

/** Describes a person by years and number of books, so that an editor can tell people of one name apart. */
export function describeOption(person: PersonOption): string {
  return [lifeText(person), `${countText(person.countBooks)} 本书`].filter(Boolean).join(' · ')
}
