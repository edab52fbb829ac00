import { useMemo } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import type { Continent } from '#shared/continent.ts'
import { windowOfYears } from '#shared/period.ts'
import { isFiltered, type MapFilter } from '#web/map/state/map-address.ts'
import { windowWords } from '#web/map/timeline/window-words.ts'
import { groupPlaces, type PlaceRowEntry, type RegionGroup } from './group-places.ts'

interface PlaceGroupsProps {
  places: PlaceEntry[]
  filter: MapFilter
}

/** List of the known places, grouped by continent and region. */
export function PlaceGroups({ places, filter }: PlaceGroupsProps) {
  const continents = useMemo(() => groupPlaces(places), [places])
  return (
    <>
      {isFiltered(filter) && <p className="place-index-lead">只列{filterWords(filter)}的书。</p>}
      <nav className="place-index-nav" aria-label="各大洲">
        {continents.map(({ continent, countPlaces }) => (
          <a key={continent} href={`#${anchors[continent]}`}>
            {continent} <span className="count">{countPlaces}</span>
          </a>
        ))}
      </nav>
      {continents.map(({ continent, regions }) => (
        <section
          key={continent}
          id={anchors[continent]}
          className="place-index-continent"
          tabIndex={-1}
          aria-label={continent}
        >
          <h3>{continent}</h3>
          <div className="place-index-regions">
            {regions.map((group) => (
              <Region key={group.region} {...group} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

/** Returns the filter in words, such as 写到隋唐五代（581–960 年）、带着「诗」. */
function filterWords({ tags, ...years }: MapFilter): string {
  const window = windowOfYears(years)
  return [
    ...(window === null ? [] : [`写到${windowWords(window)}`]),
    ...(tags.length > 0 ? [`带着「${tags.join('」「')}」`] : []),
  ].join('、')
}

/** The places of one region. They are collapsed at first, because the whole list of places is long. */
function Region({ region, places }: RegionGroup) {
  const sampleNames = places.slice(0, 4).map(({ name }) => name)
  return (
    <details className="place-index-region">
      <summary>
        <h4>{region}</h4>
        <span className="place-index-sample">{sampleNames.join('、')}</span>
        <span className="count">{places.length}</span>
      </summary>
      <ul className="place-index-places">
        {places.map((place) => (
          <PlaceRow key={place.id} {...place} />
        ))}
      </ul>
    </details>
  )
}

const anchors: Record<Continent, string> = {
  中国: 'china',
  亚洲: 'asia',
  欧洲: 'europe',
  非洲: 'africa',
  北美洲: 'north-america',
  南美洲: 'south-america',
  大洋洲: 'oceania',
  南极洲: 'antarctica',
}

function PlaceRow({ id, name, count, titles }: PlaceRowEntry) {
  return (
    <li>
      <a href={`/map?place=${id}`} rel="nofollow">
        {name}
      </a>{' '}
      <span>
        {titles.map((title) => `《${title}》`).join('')}
        {count > titles.length && ` 等 ${count} 本`}
      </span>
    </li>
  )
}
