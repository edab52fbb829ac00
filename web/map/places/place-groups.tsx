import type { ContinentEntry, RegionEntry } from '#shared/api/place/place-directory.ts'
import { windowOfYears } from '#shared/period.ts'
import { isFiltered, type MapFilter } from '#web/frame/globe/state/map-address.ts'
import { windowWords } from '#web/map/timeline/window-words.ts'
import { continentAnchors } from '#web/catalogue/place/address/continent-anchors.ts'
import { CountedPlaces } from '#web/catalogue/place/address/counted-places.tsx'
import { directoryHref } from '#web/catalogue/place/address/directory-href.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'
import type { PlaceIndexData } from './place-index-data.ts'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { continents } from '#shared/continent.ts'

interface PlaceGroupsProps {
  index: PlaceIndexData
  filter: MapFilter
}

/**
 * The index of places. Without a filter it contains the places with the most books, and for each continent its largest
 * regions; the other regions are in the directory of places. With a filter it contains only the places of books that
 * match the filter, up to a fixed number.
 */
export function PlaceGroups({ index, filter }: PlaceGroupsProps) {
  const entries = index.overview?.list ?? groupPlaces(index.places ?? [])
  return (
    <>
      {isFiltered(filter) && (
        <p className="place-index-lead">
          只列{filterWords(filter)}的书
          {index.isPartial && `，${index.hasBusiest ? '书最多' : '书较多'}的 ${index.places?.length} 处在这里`}。
        </p>
      )}
      {index.overview && <CountedPlaces className="place-index-busiest" places={index.overview.busiest} />}
      <nav className="place-index-nav" aria-label="各大洲">
        {entries.map(({ continent, countPlaces }) => (
          <a key={continent} href={`#${continentAnchors[continent]}`}>
            {`${continent} `}
            <span className="count">{`${countPlaces} 处`}</span>
          </a>
        ))}
      </nav>
      {entries.map((entry) => (
        <ContinentSection key={entry.continent} entry={entry} isWhole={isFiltered(filter)} />
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

interface ContinentSectionProps {
  entry: ContinentEntry
  isWhole: boolean
}

function ContinentSection({ entry: { continent, countRegions, regions }, isWhole }: ContinentSectionProps) {
  const countOthers = countRegions - regions.length
  return (
    <section id={continentAnchors[continent]} className="place-index-continent" tabIndex={-1} aria-label={continent}>
      <h3>{continent}</h3>
      <ul className="place-index-regions">
        {regions.map((entry) => (
          <Region key={entry.region} entry={entry} isWhole={isWhole} />
        ))}
        {countOthers > 0 && (
          <li>
            <a href={`${directoryHref()}#${continentAnchors[continent]}`}>
              {`还有 ${countOthers} 个${continent === '中国' ? '省份' : '国家和地区'}`}
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
      {/* The style sheet adds the unit, because a page may have many regions and few bytes. */}
      <span className="count">{countPlaces}</span>
    </li>
  )
}

/**
 * Groups places by continent and region. The regions of a continent are sorted by the number of these places, the
 * largest first; each region lists all of these places that lie in it.
 */
function groupPlaces(places: PlaceEntry[]): ContinentEntry[] {
  const all = [...Map.groupBy(places, ({ region }) => region)].flatMap(([region, inside]): RegionEntry[] => {
    const [first] = inside
    if (first === undefined) return []
    const entries = inside.map(({ id, name, count }) => ({ id, name, countBooks: count }))
    return [{ region, continent: first.continent, countPlaces: inside.length, places: entries }]
  })
  all.sort((a, b) => b.countPlaces - a.countPlaces)
  return continents.flatMap((continent) => {
    const regions = all.filter((one) => one.continent === continent)
    const countPlaces = regions.reduce((sum, one) => sum + one.countPlaces, 0)
    return countPlaces === 0 ? [] : [{ continent, countPlaces, countRegions: regions.length, regions }]
  })
}
