import type { RegionEntry } from '#shared/api/place/place-directory.ts'
import { type Continent, continents } from '#shared/continent.ts'
import { windowOfYears } from '#shared/period.ts'
import { isFiltered, type MapFilter } from '#web/map/state/map-address.ts'
import { windowWords } from '#web/map/timeline/window-words.ts'
import { continentAnchors } from '#web/place/address/continent-anchors.ts'
import { directoryHref } from '#web/place/address/directory-href.ts'
import { placeHref } from '#web/place/address/place-href.ts'
import { groupPlaces } from './group-places.ts'
import type { PlaceIndexData } from './place-index-data.ts'

interface PlaceGroupsProps {
  index: PlaceIndexData
  filter: MapFilter
}

/** Number of regions that the index lists for one continent; the directory of places has the others. */
const regionsOfContinent = 5
const busiestPlaces = 12

/**
 * The index of places: the places with most books, and the regions of each continent. With a filter, it has only places
 * of books that match the filter, up to a fixed number.
 */
export function PlaceGroups({ index, filter }: PlaceGroupsProps) {
  const regions = index.regions ?? groupPlaces(index.places ?? [])
  const present = continents.filter((continent) => regions.some((one) => one.continent === continent))
  return (
    <>
      {isFiltered(filter) && (
        <p className="place-index-lead">
          只列{filterWords(filter)}的书{index.isPartial && `，书最多的 ${index.places?.length} 处在这里`}。
        </p>
      )}
      {!isFiltered(filter) && <BusiestPlaces regions={regions} />}
      <nav className="place-index-nav" aria-label="各大洲">
        {present.map((continent) => (
          <a key={continent} href={`#${continentAnchors[continent]}`}>
            {continent} <span className="count">{countPlaces(regions, continent)}</span>
          </a>
        ))}
      </nav>
      {present.map((continent) => (
        <ContinentSection key={continent} continent={continent} regions={regions} isWhole={isFiltered(filter)} />
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

function countPlaces(regions: RegionEntry[], continent: Continent): number {
  return regions.reduce((sum, one) => sum + (one.continent === continent ? one.countPlaces : 0), 0)
}

function BusiestPlaces({ regions }: { regions: RegionEntry[] }) {
  const places = regions
    .flatMap((region) => region.places)
    .sort((a, b) => b.countBooks - a.countBooks)
    .slice(0, busiestPlaces)
  return (
    <ul className="place-index-busiest" aria-label="书最多的地方">
      {places.map(({ id, name, countBooks }) => (
        <li key={id}>
          <a href={placeHref(id)}>
            {name} <span className="count">{countBooks}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface ContinentSectionProps {
  continent: Continent
  regions: RegionEntry[]
  isWhole: boolean
}

function ContinentSection({ continent, regions, isWhole }: ContinentSectionProps) {
  const inside = regions.filter((one) => one.continent === continent)
  const listed = isWhole ? inside : inside.slice(0, regionsOfContinent)
  const countOthers = inside.length - listed.length
  return (
    <section id={continentAnchors[continent]} className="place-index-continent" tabIndex={-1} aria-label={continent}>
      <h3>{continent}</h3>
      <ul className="place-index-regions">
        {listed.map((entry) => (
          <Region key={entry.region} entry={entry} isWhole={isWhole} />
        ))}
        {countOthers > 0 && (
          <li>
            <a href={`${directoryHref()}#${continentAnchors[continent]}`}>
              还有 {countOthers} 个{continent === '中国' ? '省份' : '国家和地区'}
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

function Region({ entry: { region, countPlaces, places }, isWhole }: { entry: RegionEntry; isWhole: boolean }) {
  const others = places.filter(({ name }) => name !== region)
  return (
    <li>
      <a className="place-index-region" href={directoryHref({ region })}>
        {region}
      </a>
      {isWhole ? (
        <span className="place-index-places">
          {places.map(({ id, name }) => (
            <a key={id} href={placeHref(id)}>
              {name}
            </a>
          ))}
        </span>
      ) : (
        <span className="place-index-sample">
          {others
            .slice(0, 3)
            .map(({ name }) => name)
            .join('、')}
        </span>
      )}
      <span className="count">{countPlaces}</span>
    </li>
  )
}
