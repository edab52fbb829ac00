import { Suspense } from 'react'
import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import { centuryText, shortCenturyText } from '#shared/year-text.ts'
import { useMapKind } from '#web/map/stage/use-map-kind.ts'
import { lazyComponent } from '#web/page/lazy-component.ts'
import { CountedPlaces } from '#web/place/address/counted-places.tsx'
import { directoryHref } from '#web/place/address/directory-href.ts'
import { shelfNames } from '#web/shelf/shelf-words.ts'
import { BarList } from '#web/ui/bar-list.tsx'
import { ColumnChart } from '#web/ui/column-chart.tsx'
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
    list.slice(0, 12).map(({ name, countBooks }) => ({
      name,
      count: countBooks,
      ...(name !== '中国' && { href: directoryHref({ region: name }) }),
    }))
  return (
    <div className="shelf-map">
      <figure className="shelf-map-globe">
        <div className="shelf-map-frame">
          <img src={globe} width="560" height="560" alt={`地球：${name}的书写到的 ${countPlaces} 处地方`} />
          <Suspense fallback={null}>{kind === 'globe' && <ShelfGlobe places={places} />}</Suspense>
        </div>
        <figcaption>
          <p>{sum}</p>
          <p className="shelf-map-legend">
            {(['read', 'reading', 'want'] as const).map((state) => (
              <span key={state} data-state={state}>
                {shelfNames[state]}
              </span>
            ))}
          </p>
        </figcaption>
      </figure>
      <CountedPlaces className="shelf-map-places" places={places.slice(0, 60)} />
      <div className="shelf-map-counts">
        <Counts title="国家和地区" rows={rowsOf(countries)} />
        <Counts title="中国的省份" rows={rowsOf(provinces)} />
      </div>
      {centuries.length > 0 && (
        <>
          <h3>写到的世纪</h3>
          <ColumnChart
            label="每个世纪的书"
            head="世纪"
            unit="本"
            columns={centuries.slice(-14).map(({ century, countBooks }) => ({
              name: shortCenturyText(century),
              count: countBooks,
            }))}
          />
          <p className="form-note">{centuryNote(centuries)}</p>
        </>
      )}
    </div>
  )
}

function Counts({ title, rows }: { title: string; rows: { name: string; count: number; href?: string }[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <BarList label={title} rows={rows} unit="本" />
    </div>
  )
}

/** States the century about which most of the books are. */
function centuryNote(centuries: ShelfMap['centuries']): string {
  const most = centuries.reduce((a, b) => (b.countBooks > a.countBooks ? b : a))
  return `写到${centuryText(most.century)}的最多，有 ${most.countBooks} 本。一本书跨几个世纪就算几次。`.replace(
    /到(?=\d)/,
    '到 ',
  )
}
