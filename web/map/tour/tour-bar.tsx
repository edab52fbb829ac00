import { Compass, Pause, Play, SkipBack, SkipForward } from 'lucide'
import { Suspense } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { LateSheetHead } from '#web/frame/page/late-sheet-head.ts'
import type { Tour, TourCard } from '#shared/api/place/tour.ts'
import type { OpenedPlace } from '#web/map/state/load-map.ts'
import type { MapAddress } from '#web/frame/globe/state/map-address.ts'
import { goToStop, pause, play, speeds, usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import './tour-bar.css'

interface TourBarProps {
  tours: TourCard[]
  tour: Tour | null
  isTouring: boolean
  place: OpenedPlace | null
  open(change: Partial<MapAddress>): void
  hrefWith(change: Partial<MapAddress>): string
}

/** Line above the cards below the map: the title of the cards, and the controls of the tour. */
export function TourBar({ tours, tour, isTouring, place, open, hrefWith }: TourBarProps) {
  const stop = usePlay((state) => state.stop)
  const [first] = tours
  if (first === undefined) return null
  // Starting a map tour closes the opened mark or place, and loads the tour if the page has come without one.
  const start = () => {
    const tourId = tour === null ? (usePlay.getState().tourId ?? first.id) : undefined
    if (!isTouring || tour === null) open({ mark: null, placeId: null, ...(tourId && { tourId }) })
  }
  return (
    <div className="tour-bar">
      <TourButtons isTouring={isTouring} start={start} />
      <p className="tour-title">
        {isTouring && tour !== null ? <TourTitle tour={tour} stop={stop} /> : <ViewTitle place={place} />}
      </p>
      <TourList tours={tours} currentId={tour?.id ?? null} hrefWith={hrefWith} />
    </div>
  )
}

/** Buttons that go to the previous and next stop, play or pause the tour, and change its speed. */
function TourButtons({ isTouring, start }: { isTouring: boolean; start(): void }) {
  const { playing, stop, speed } = usePlay()
  const isPlaying = playing && isTouring
  const handlePlay = () => {
    if (isPlaying) return pause()
    start()
    play()
  }
  const step = (by: number) => {
    start()
    goToStop(isTouring ? stop + by : stop)
  }
  const nextSpeed = speeds[(speeds.findIndex((one) => one === speed) + 1) % speeds.length] ?? 1
  return (
    <div className="tour-buttons" role="group" aria-label="漫游">
      <button type="button" className="tour-button" onClick={() => step(-1)} aria-label="上一站">
        <Icon of={SkipBack} size={18} />
      </button>
      <button
        type="button"
        className="tour-button tour-play"
        onClick={handlePlay}
        aria-label={isPlaying ? '暂停漫游' : '继续漫游'}
      >
        {isPlaying ? <Icon of={Pause} size={20} /> : <Icon of={Play} size={20} />}
      </button>
      <button type="button" className="tour-button" onClick={() => step(1)} aria-label="下一站">
        <Icon of={SkipForward} size={18} />
      </button>
      <button
        type="button"
        className="tour-button tour-speed"
        onClick={() => usePlay.setState({ speed: nextSpeed })}
        aria-label={`速度：${speed} 倍，改为 ${nextSpeed} 倍`}
      >
        {`${speed}×`}
      </button>
    </div>
  )
}

interface TourListProps extends Pick<TourBarProps, 'tours' | 'hrefWith'> {
  currentId: string | null
}

/** A button that opens the list of all map tours. */
function TourList({ tours, currentId, hrefWith }: TourListProps) {
  const isHydrated = useIsHydrated()
  return (
    <>
      <button type="button" className="tour-choose" popoverTarget="tour-list">
        <Icon of={Compass} size={18} />
        换一条漫游
      </button>
      <div id="tour-list" className="panel tour-list" popover="auto">
        <Suspense>{isHydrated && <LateSheetHead heading="漫游" panelId="tour-list" />}</Suspense>
        <ul aria-label="漫游">
          {tours.map(({ id, title, desc, countStops }) => (
            <li key={id}>
              <a
                href={hrefWith({ tourId: id, mark: null, placeId: null })}
                aria-current={id === currentId || undefined}
                onClick={(event) => {
                  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  play()
                }}
              >
                <strong>{title}</strong>
                <span className="count">{`${countStops} 站`}</span>
                {/* Descriptions are added after hydration, because the size of the server's HTML is limited. */}
                {isHydrated && <span className="tour-desc">{desc}</span>}
              </a>
            </li>
          ))}
        </ul>
        <a href="/tour">看全部漫游的地方和书</a>
      </div>
    </>
  )
}

function TourTitle({ tour, stop }: { tour: Tour; stop: number }) {
  return (
    <>
      <strong>{tour.title}</strong>
      <span className="count">{`${stop + 1} / ${tour.playData.features.length}`}</span>
    </>
  )
}

function ViewTitle({ place }: { place: OpenedPlace | null }) {
  const countInView = useView((state) => state.countInView)
  if (place === null) return <strong>{countInView ? `画面里有 ${countInView} 本书` : '地图上的书'}</strong>
  return (
    <>
      <strong>{place.name}</strong>
      {place.total > 0 && <span className="count">{place.total} 本书</span>}
    </>
  )
}
