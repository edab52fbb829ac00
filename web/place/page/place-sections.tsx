import type { PeopleOfPlace, PlacePage } from '#shared/api/place/place-page.ts'
import { placeHref } from '#web/place/address/place-href.ts'
import { lifeText } from '#shared/life-text.ts'

const relations = [
  { kind: 'born', label: '生于此' },
  { kind: 'lived', label: '居于此' },
  { kind: 'died', label: '逝于此' },
] as const

/** The people who were born, lived or died at a place. */
export function PeopleHere({ people }: { people: PeopleOfPlace }) {
  const present = relations.filter(({ kind }) => people[kind].length > 0)
  if (present.length === 0) return null
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">这里的人</h2>
      <dl className="place-people touch-links">
        {present.map(({ kind, label }) => (
          <div key={kind}>
            <dt>{label}</dt>
            {people[kind].map((person) => (
              <dd key={person.id}>
                <a href={`/person/${person.id}`}>{person.name}</a> <span className="count">{lifeText(person)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The tours and the historical routes that pass a place. */
export function PassingWays({ place: { tours, routes } }: { place: PlacePage }) {
  if (tours.length + routes.length === 0) return null
  return (
    <section aria-labelledby="ways-title">
      <h2 id="ways-title">经过这里的路</h2>
      <ul className="place-ways-list touch-links">
        {tours.map(({ id, title, stop }) => (
          <li key={id}>
            <a href={`/map?tour=${id}`}>{title}</a>
            <span>漫游，在这里停在「{stop}」</span>
          </li>
        ))}
        {routes.map(({ id, name, period, books }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span>
              {period}
              {books.length > 0 && '：'}
              {books.map((book) => (
                <a key={book.id} href={`/book/${book.id}`}>
                  《{book.title}》
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The places with books around a place, the nearest first. */
export function NearbyPlaces({ place: { nearby } }: { place: PlacePage }) {
  if (nearby.length === 0) return null
  return (
    <section aria-labelledby="nearby-title">
      <h2 id="nearby-title">附近的地方</h2>
      <ul className="place-nearby touch-links">
        {nearby.map(({ id, name, countBooks, kilometres }) => (
          <li key={id}>
            <a href={placeHref(id)}>{name}</a>
            <span>
              {kilometres < 1 ? '就在旁边' : `${kilometres} 公里`} · {countBooks} 本书
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
