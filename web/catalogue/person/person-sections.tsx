import type { Person } from '#shared/api/person/person.ts'
import type { PassingTour } from '#shared/api/place/tour.ts'
import { Unfold } from '#web/ui/unfold.tsx'
import { personHref } from './person-query.ts'
import { stayText } from './person-words.ts'

/** Number of people who are listed at once; a button unfolds the others. */
const peopleShown = 8

/** The other people who lived at a place of this person in the same years (同时同地). */
export function Contemporaries({ people }: { people: Person['contemporaries'] }) {
  if (people.length === 0) return null
  const rest = people.slice(peopleShown)
  return (
    <section aria-labelledby="contemporaries-title">
      <h2 id="contemporaries-title">同时同地</h2>
      <PeopleList people={people.slice(0, peopleShown)} />
      {rest.length > 0 && (
        <Unfold label={`另外 ${rest.length} 人`}>
          <PeopleList people={rest} />
        </Unfold>
      )}
    </section>
  )
}

function PeopleList({ people }: { people: Person['contemporaries'] }) {
  return (
    <ul className="person-contemporaries touch-links">
      {people.map(({ id, name, place, from, to }) => (
        <li key={id}>
          <a href={personHref(id)}>{name}</a>
          <span>
            {stayText({ from, to })}也在
            <a href={`/place/${place.id}`}>{place.name}</a>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The tours that stop at a book by the person or at a place of their life. */
export function PersonTours({ tours }: { tours: PassingTour[] }) {
  if (tours.length === 0) return null
  return (
    <section aria-labelledby="tours-title">
      <h2 id="tours-title">路过的漫游</h2>
      <ul className="person-tours touch-links">
        {tours.map(({ id, title, stop }) => (
          <li key={id}>
            <a href={`/?tour=${id}`}>{title}</a>
            <span>停在「{stop}」</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
