import type { Person } from '#shared/api/person/person.ts'
import { lifePlaceKinds, stayText } from './person-words.ts'

/** The places of a person's life and of their books, beside a small globe that is turned towards them. */
export function PersonLife({ person: { id, name, places, workPlaces } }: { person: Person }) {
  if (places.length + workPlaces.length === 0) return null
  return (
    <section className="person-life" aria-labelledby="life-title">
      <h2 id="life-title">生平与地方</h2>
      <div className="person-life-body">
        <img src={`/globe/person/${id}.svg`} width="280" height="280" alt={`${name}所在的半球`} loading="lazy" />
        <div>
          {places.length > 0 && (
            <ol className="person-stations" aria-label="住过的地方">
              {places.map((place, index) => (
                <li key={index}>
                  <span className="person-station-years">{stayText(place) ?? '年份不详'}</span>
                  <a href={`/place/${place.placeId}`}>{place.name}</a>
                  <span className="person-station-kind">{lifePlaceKinds[place.kind]}</span>
                </li>
              ))}
            </ol>
          )}
          {workPlaces.length > 0 && <WorkPlaces places={workPlaces} />}
        </div>
      </div>
    </section>
  )
}

function WorkPlaces({ places }: { places: Person['workPlaces'] }) {
  return (
    <details className="person-work-places" open={places.length <= 8}>
      <summary>书里写到的 {places.length} 处地方</summary>
      <ul>
        {places.map(({ placeId, name, book }) => (
          <li key={placeId}>
            <a href={`/place/${placeId}`}>{name}</a>
            <a className="person-work-place-book" href={`/book/${book.id}`}>
              《{book.title}》
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
