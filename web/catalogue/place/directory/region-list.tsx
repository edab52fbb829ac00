import type { BusyPlace, RegionEntry } from '#shared/api/place/place-directory.ts'
import { continents } from '#shared/continent.ts'
import { continentAnchors } from '#web/catalogue/place/address/continent-anchors.ts'
import { directoryHref } from '#web/catalogue/place/address/directory-href.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'

interface RegionListProps {
  regions: RegionEntry[]
  others: BusyPlace[]
}

/**
 * List of the regions that have places with books, by continent. Larger regions also list their places with the most
 * books. Places whose country is disputed stand after all continents.
 */
export function RegionList({ regions, others }: RegionListProps) {
  const groups = continents
    .map((continent) => ({ continent, inside: regions.filter((one) => one.continent === continent) }))
    .filter(({ inside }) => inside.length > 0)
  return (
    <>
      <nav className="place-directory-nav" aria-label="各大洲">
        {groups.map(({ continent, inside }) => (
          <a key={continent} href={`#${continentAnchors[continent]}`}>
            {continent}{' '}
            <span className="count">{inside.reduce((sum, { countPlaces }) => sum + countPlaces, 0)} 处</span>
          </a>
        ))}
      </nav>
      {groups.map(({ continent, inside }) => (
        <section key={continent} id={continentAnchors[continent]} tabIndex={-1} aria-label={continent}>
          <h2>{continent}</h2>
          <ul className="place-regions touch-links">
            {inside.map((entry) => (
              <Region key={entry.region} {...entry} />
            ))}
          </ul>
        </section>
      ))}
      {others.length > 0 && (
        <section aria-label="其他地方">
          <h2>其他地方</h2>
          <ul className="place-regions touch-links">
            {others.map(({ id, name }) => (
              <li key={id}>
                <a className="place-region-name" href={placeHref(id)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
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
