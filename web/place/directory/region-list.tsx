import type { RegionEntry } from '#shared/api/place/place-directory.ts'
import { continents } from '#shared/continent.ts'
import { continentAnchors } from '#web/place/address/continent-anchors.ts'
import { directoryHref } from '#web/place/address/directory-href.ts'
import { placeHref } from '#web/place/address/place-href.ts'

interface RegionListProps {
  regions: RegionEntry[]
}

/**
 * List of the regions that have places with books, by continent. Larger regions also list their places with the most
 * books.
 */
export function RegionList({ regions }: RegionListProps) {
  const groups = continents
    .map((continent) => ({ continent, inside: regions.filter((one) => one.continent === continent) }))
    .filter(({ inside }) => inside.length > 0)
  return (
    <>
      <nav className="place-directory-nav" aria-label="各大洲">
        {groups.map(({ continent, inside }) => (
          <a key={continent} href={`#${continentAnchors[continent]}`}>
            {continent} <span className="count">{inside.reduce((sum, { countPlaces }) => sum + countPlaces, 0)}</span>
          </a>
        ))}
      </nav>
      {groups.map(({ continent, inside }) => (
        <section key={continent} id={continentAnchors[continent]} tabIndex={-1} aria-label={continent}>
          <h2>{continent}</h2>
          <ul className="place-regions touch-links">
            {inside
              .filter(({ places }) => places.length > 0)
              .map((entry) => (
                <Region key={entry.region} {...entry} />
              ))}
          </ul>
          <FurtherRegions regions={inside.filter(({ places }) => places.length === 0)} />
        </section>
      ))}
    </>
  )
}

/** The regions with fewer places; the page shows only their names and numbers of places. */
function FurtherRegions({ regions }: { regions: RegionEntry[] }) {
  if (regions.length === 0) return null
  return (
    <ul className="place-regions-further">
      {regions.map(({ region, countPlaces }) => (
        <li key={region}>
          <a href={directoryHref({ region })}>
            {region} <span className="count">{countPlaces}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Region({ region, countPlaces, places }: RegionEntry) {
  const others = places.filter(({ name }) => name !== region)
  return (
    <li>
      <a className="place-region-name" href={directoryHref({ region })}>
        {region}
      </a>
      <span className="place-region-places">
        {others.map(({ id, name }) => (
          <a key={id} href={placeHref(id)}>
            {name}
          </a>
        ))}
      </span>
      <span className="count">{countPlaces} 处</span>
    </li>
  )
}
