import type { PersonOfPlace, PlacePage } from '#shared/api/place/place-page.ts'
import { lifeText } from '#shared/year-text.ts'
import { ReliefMap } from '#web/catalogue/book/relief-map.tsx'
import { peopleKinds, placeHref } from '#web/catalogue/place/address/place-href.ts'
import { countText } from '#web/ui/capped-count.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { introducingTour } from './place-header.tsx'
import type { PeopleOfKind } from './place-page-data.ts'
import { peopleLabels } from './place-words.ts'

/** The first people who were born, lived or died at a place, with links to the lists of all. */
export function PeopleHere({ place: { id, people, countPeople } }: { place: PlacePage }) {
  const present = peopleKinds.filter((kind) => people[kind].length > 0)
  if (present.length === 0) return null
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">这里的人</h2>
      <dl className="place-people touch-links">
        {present.map((kind) => (
          <div key={kind}>
            <dt>{peopleLabels[kind]}</dt>
            {people[kind].map((person) => (
              <dd key={person.id}>
                <PersonHere {...person} />
              </dd>
            ))}
            {countPeople[kind] > people[kind].length && (
              <dd>
                ……<a href={placeHref(id, { people: kind })}>{`看全部 ${countText(countPeople[kind])} 人`}</a>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

function PersonHere(person: PersonOfPlace) {
  return (
    <>
      <a href={`/person/${person.id}`}>{person.name}</a> <span className="count">{lifeText(person)}</span>
    </>
  )
}

/** One page of all people with one relation to a place, by their year of birth. */
export function AllPeople({ place, people }: { place: PlacePage; people: PeopleOfKind }) {
  const { kind, list, nextCursor, total, isFirst } = people
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">
        {peopleLabels[kind]} <span className="count">{countText(total)} 人</span>
      </h2>
      {list.length > 0 ? (
        <ul className="place-people-list touch-links">
          {list.map((person) => (
            <li key={person.id}>
              <PersonHere {...person} />
            </li>
          ))}
        </ul>
      ) : (
        <p>这一页没有人。</p>
      )}
      <Pager
        backHref={placeHref(place.id, isFirst ? {} : { people: kind })}
        backText={isFirst ? '回这处地方' : '回第一页'}
        nextHref={nextCursor && placeHref(place.id, { people: kind, cursor: nextCursor })}
      />
    </section>
  )
}

/** The tours and the historical routes that pass a place. */
export function PassingWays({ place }: { place: PlacePage }) {
  const { tours, routes } = place
  const introducing = introducingTour(place)
  if (tours.length + routes.length === 0) return null
  return (
    <section aria-labelledby="ways-title">
      <h2 id="ways-title">经过这里的路</h2>
      <ul className="place-ways-list touch-links">
        {tours.map(({ id, title, stop, text }) => (
          <li key={id}>
            <a href={`/map?tour=${id}`}>{title}</a>
            <span>漫游，这一站：{stop}</span>
            {id !== introducing?.id && <blockquote>{text}</blockquote>}
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

/** The nearest places with books around a place, on a map and in a list, ordered by distance. */
export function NearbyPlaces({ place: { id, name, nearby } }: { place: PlacePage }) {
  if (nearby.length === 0) return null
  return (
    <section aria-labelledby="nearby-title">
      <h2 id="nearby-title">附近的地方</h2>
      <ReliefMap picture={`/map/place/${id}`} alt={`地图：${name}和附近的地方`} />
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
