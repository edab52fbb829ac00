import type { Person } from '#shared/api/person/person.ts'
import { phoneRow } from '#web/catalogue/book/book-grid.tsx'
import { lifePlaceKinds, stationText } from './person-words.ts'

/** The places of a person's life and of their books, beside a map that joins the places of the life by a line. */
export function PersonLife({ person }: { person: Person }) {
  const { places, workPlaces } = person
  if (places.length + workPlaces.length === 0) return null
  return (
    <section className="person-life" aria-labelledby="life-title">
      <h2 id="life-title">生平与地方</h2>
      <div className="person-life-body">
        <LifeMap person={person} />
        <div>
          {places.length > 0 && (
            <ol className="person-stations touch-links" aria-label="生平足迹">
              {places.map((place, index) => (
                <li key={index}>
                  <span className="person-station-years">{stationText(person, place)}</span>
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

function LifeMap({ person: { id, name, places, workPlaces, works } }: { person: Person }) {
  const lived = new Set(places.map(({ placeId }) => placeId))
  const opened = workPlaces.find(({ placeId }) => lived.has(placeId)) ?? workPlaces[0] ?? places[0]
  // Under a single row of books the map is on the first screen of a phone, so it must not wait for the layout.
  const isOnFirstScreen = works.reduce((sum, { count }) => sum + count, 0) <= phoneRow
  const shown = [places.length > 0 && '一生走过的路', workPlaces.length > 0 && '书里的地方'].filter(Boolean).join('和')
  return (
    <figure className="person-map">
      <img
        src={`/globe/person/${id}.svg`}
        width="400"
        height="400"
        alt={`地图：${name}${shown}`}
        loading={isOnFirstScreen ? 'eager' : 'lazy'}
      />
      <figcaption>
        {places.length > 0 && <span className="person-map-life">生平足迹</span>}
        {lived.size > 1 && <span className="person-map-way">先后</span>}
        {workPlaces.length > 0 && <span className="person-map-work">书里的地方</span>}
      </figcaption>
      {opened && (
        <a className="button button-quiet" href={`/map?place=${opened.placeId}`} rel="nofollow">
          在地球上看{opened.name}
        </a>
      )}
    </figure>
  )
}

function WorkPlaces({ places }: { places: Person['workPlaces'] }) {
  return (
    <details className="person-work-places touch-links" open={places.length <= 8}>
      <summary className="summary-chevron">书里写到的 {places.length} 处地方</summary>
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
