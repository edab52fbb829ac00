import { Suspense } from 'react'
import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import { centuryText } from '#shared/year-text.ts'
import { useMapKind } from '#web/frame/globe/state/use-map-kind.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { CountedPlaces } from '#web/catalogue/place/address/counted-places.tsx'
import { directoryHref } from '#web/catalogue/place/address/directory-href.ts'
import { shelfNames } from '#web/community/shelf/shelf-words.ts'
import { BarList } from '#web/ui/bar-list.tsx'
import { ColumnChart } from '#web/ui/column-chart.tsx'
import { Unfold } from '#web/ui/unfold.tsx'
import { centuryColumns } from './century-columns.ts'
import './shelf-map.css'

const ShelfGlobe = lazyComponent(async () => (await import('./shelf-globe.tsx')).ShelfGlobe)

interface ShelfMapSectionsProps {
  map: ShelfMap
  /** The address of the picture of the globe. */
  globe: string
  /** The name of the user whose books these are; 我 on their own page. */
  name: string
}

/** The globe with the places of a user's books, and the numbers of books by place, country, province and century. */
export function ShelfMapSections({ map, globe, name }: ShelfMapSectionsProps) {
  const [kind] = useMapKind()
  const { countBooks, countPlaces, countCountries, places, countries, provinces, centuries } = map
  if (countBooks === 0) return null
  const sum = `${countBooks} 本书，${countPlaces} 处地方，${countCountries} 个国家和地区`
  const rowsOf = (list: ShelfMap['countries']) =>
    list.map(({ name, countBooks }) => ({
      name,
      count: countBooks,
      ...(name !== '中国' && { href: directoryHref({ region: name }) }),
    }))
  return (
    <div className="shelf-map">
      <figure className="shelf-map-globe">
        <div className="shelf-map-frame">
          <img
            src={globe}
            width="560"
            height="560"
            alt={`地球：${name}的书写到的 ${countPlaces} 处地方，背面的看不见`}
          />
          <Suspense fallback={null}>{kind === 'globe' && <ShelfGlobe places={places} />}</Suspense>
        </div>
        <figcaption>
          <p>{sum}</p>
          <p className="shelf-map-legend">
            {listStates(places).map((state) => (
              <span key={state} data-state={state}>
                {shelfNames[state]}
              </span>
            ))}
          </p>
          <p className="form-note">地球背面的地方，看下面的地名。</p>
        </figcaption>
      </figure>
      <Places places={places} countPlaces={countPlaces} />
      <div className="shelf-map-counts">
        <Counts title="国家和地区" rows={rowsOf(countries)} />
        <Counts title="中国的省份" rows={rowsOf(provinces)} />
      </div>
      {centuries.length > 0 && <Centuries centuries={centuries} />}
    </div>
  )
}

/** Returns the shelf states that the dots on the globe have, for the legend. */
function listStates(places: ShelfMap['places']) {
  return (['read', 'reading', 'want'] as const).filter((one) => places.some(({ state }) => state === one))
}

/** Number of places, and of names with bars, that are shown before the rest is unfolded. */
const [shownPlaces, shownNames] = [60, 12]

function Places({ places, countPlaces }: Pick<ShelfMap, 'places' | 'countPlaces'>) {
  const rest = places.slice(shownPlaces)
  return (
    <>
      <CountedPlaces className="shelf-map-places" places={places.slice(0, shownPlaces)} />
      {rest.length > 0 && (
        <Unfold label={`还有 ${countPlaces - shownPlaces} 处地方`}>
          <CountedPlaces className="shelf-map-places" places={rest} />
          {countPlaces > places.length && <p className="form-note">{`这里只列出书最多的 ${places.length} 处。`}</p>}
        </Unfold>
      )}
    </>
  )
}

function Centuries({ centuries }: Pick<ShelfMap, 'centuries'>) {
  const { recent, earlier } = centuryColumns(centuries)
  const shared = { head: '世纪', unit: '本' }
  return (
    <>
      <h3>写到的世纪</h3>
      <ColumnChart {...shared} label="每个世纪的书" columns={recent} />
      <p className="form-note">{centuryNote(centuries)}</p>
      {earlier.length > 0 && (
        <Unfold label={`还有更早的 ${earlier.filter(({ count }) => count > 0).length} 个世纪`}>
          <ColumnChart {...shared} label="更早的世纪的书" columns={earlier} />
        </Unfold>
      )}
    </>
  )
}

function Counts({ title, rows }: { title: string; rows: { name: string; count: number; href?: string }[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <BarList label={title} rows={rows.slice(0, shownNames)} unit="本" />
      {rows.length > shownNames && (
        <Unfold label={`还有 ${rows.length - shownNames} 个`}>
          <BarList label={`其余的${title}`} rows={rows.slice(shownNames)} unit="本" most={rows[0]?.count ?? 1} />
        </Unfold>
      )}
    </div>
  )
}

/** Explains the axis, and states the century about which most of the books are. */
function centuryNote(centuries: ShelfMap['centuries']): string {
  const most = centuries.reduce((a, b) => (b.countBooks > a.countBooks ? b : a))
  const hasBefore = centuries.some(({ century }) => century < 0)
  const axis = `横轴是世纪${hasBefore ? '，「前」指公元前' : ''}。`
  const text = `写到${centuryText(most.century)}的最多，有 ${most.countBooks} 本。一本书跨几个世纪就算几次。`
  return axis + text.replace(/到(?=\d)/, '到 ')
}
