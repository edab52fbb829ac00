import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { periodStarts, type TimeWindow } from '#shared/period.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { type MapAddress, mapHref, readMapAddress } from '#web/frame/globe/state/map-address.ts'
import { usePendingSearch } from '#web/ui/use-pending-search.ts'
import { ages, isSameWindow, widthOf } from './ages.ts'
import { stopTimeline, useTimeline } from './timeline-store.ts'
import { TimelineTools } from './timeline-tools.tsx'
import { windowWords } from './window-words.ts'

interface TimelineProps {
  address: MapAddress
  /** The number of books about each period that have the selected tags. */
  counts: number[]
  /** The number of books that the map shows, in words. */
  countBooks: string
}

/**
 * The timeline below the map: how many books are about which time, and which years the map shows. The ages are links
 * that work without JavaScript; handles to drag and the play button are added after hydration.
 */
export function Timeline({ address, counts, countBooks }: TimelineProps) {
  const { pathname } = useLocation()
  const isHydrated = useIsHydrated()
  const draft = useTimeline((state) => state.draft)
  const isPlaying = useTimeline((state) => state.isPlaying)
  const pending = usePendingSearch()
  const base = pending === null ? address : readMapAddress(pending)
  const hrefWith = (window: TimeWindow | null) => mapHref(pathname, base, { window, mark: null, placeId: null })
  const shown = draft === null ? base.window : draft.window
  const isLoaded = draft === null && pending === null
  return (
    <section className="timeline" aria-label="时间轴" data-keep-scroll>
      <p className="timeline-text" aria-live={isPlaying || !isLoaded ? 'off' : 'polite'}>
        <strong>{windowWords(shown)}</strong>
        {isLoaded && <span className="count">{`${countBooks} 本书`}</span>}
      </p>
      {shown !== null && (
        <a className="timeline-clear" href={hrefWith(null)} rel="nofollow" onClick={stopTimeline}>
          全部年代
        </a>
      )}
      <Bars counts={counts} shown={shown} />
      {/* The years are added after hydration, because the size of the server's HTML is limited. */}
      {isHydrated && <Years />}
      {isHydrated && <TimelineTools window={base.window} shown={shown} hrefWith={hrefWith} />}
      <nav className="timeline-ages" aria-label="按年代筛选">
        {ages.map(({ parts, window }) => (
          <a
            key={parts.join('')}
            href={hrefWith(window)}
            data-periods={window.last - window.first + 1}
            aria-current={isSameWindow(shown, window) || undefined}
            rel="nofollow"
            onClick={stopTimeline}
          >
            <span>
              {parts.map((part) => (
                <Fragment key={part}>
                  <wbr />
                  {part}
                </Fragment>
              ))}
            </span>
          </a>
        ))}
      </nav>
    </section>
  )
}

/** The years in which the ages begin, below the bars. The first age has no beginning. */
function Years() {
  return (
    <svg className="timeline-years" aria-hidden="true">
      {ages.slice(1).map(({ window: { first } }) => (
        <text key={first} x={widthOf(first)} y="10" textAnchor="middle">
          {yearMark(periodStarts[first] ?? 0)}
        </text>
      ))}
    </svg>
  )
}

function yearMark(year: number): string {
  return year < 0 ? `前${-year}` : `${year}`
}

interface BarsProps {
  counts: number[]
  shown: TimeWindow | null
}

/** The smallest height of a bar as a share of the highest one, so that a single book can be seen. */
const lowestBar = 0.04

/** The histogram. The heights of the bars are proportional to the counts. */
function Bars({ counts, shown }: BarsProps) {
  const highest = Math.max(1, ...counts)
  const isInside = (period: number) => shown === null || (period >= shown.first && period <= shown.last)
  const draw = (isDrawn: (period: number) => boolean) =>
    counts
      .map((count, period) =>
        count > 0 && isDrawn(period)
          ? `M${period + 0.1} 1v-${Math.max(lowestBar, count / highest)
              .toFixed(2)
              .replace(/^0/, '')}h.8V1z`
          : '',
      )
      .join('')
  return (
    <svg
      className="timeline-bars"
      viewBox={`0 0 ${periodStarts.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="timeline-outside" d={draw((period) => !isInside(period))} />
      <path d={draw(isInside)} />
    </svg>
  )
}
