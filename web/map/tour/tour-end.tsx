import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { RotateCcw, SkipForward } from 'lucide'
import { type MapAddress, mapHref } from '#web/frame/globe/state/map-address.ts'
import { goToStop, play, usePlay } from '#web/map/state/play-store.ts'
import type { PlacesData } from '#web/map/places/places-loader.ts'
import { Icon } from '#web/ui/icon.tsx'
import './tour-end.css'

/** Returns whether the map rests at the last stop of the tour. */
export function useIsTourOver(): boolean {
  return usePlay(({ playing, hasArrived, stop, playData }) => !playing && hasArrived && stop === playData.length - 1)
}

/** Line at the end of a tour, which offers the next tour of the list and to play this one again. */
export function TourEnd({ address }: { address: MapAddress }) {
  const isOver = useIsTourOver()
  const tourId = usePlay((state) => state.tourId)
  // The next tour begins to play when it is loaded; until then the present one rests at its end.
  const chosenId = useRef<string | null>(null)
  useEffect(() => {
    if (chosenId.current === tourId) play()
  }, [tourId])
  return isOver && <EndLine address={address} tourId={tourId} choose={(id) => (chosenId.current = id)} />
}

interface EndLineProps {
  address: MapAddress
  tourId: string | null
  /** Called with the id of the next tour when the user has chosen it. */
  choose(id: string): void
}

function EndLine({ address, tourId, choose }: EndLineProps) {
  const { pathname } = useLocation()
  const { tours } = useRouteLoaderData('places') as PlacesData
  const line = useRef<HTMLDivElement>(null)
  // The line vanishes when one of its commands starts a tour; then the button that pauses the tour gets the focus.
  useLayoutEffect(() => {
    const shown = line.current
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector<HTMLElement>('.tour-play')?.focus()
    }
  }, [])
  const next = tours[(tours.findIndex(({ id }) => id === tourId) + 1) % tours.length]
  const repeat = () => {
    goToStop(0)
    play()
  }
  return (
    <div ref={line} className="tour-end" role="group" aria-label="这条漫游到终点了">
      <p>这条漫游到终点了。</p>
      <button type="button" className="button button-quiet" onClick={repeat}>
        <Icon of={RotateCcw} size={18} />
        再看一遍
      </button>
      {next !== undefined && next.id !== tourId && (
        <a
          className="button"
          href={mapHref(pathname, address, { tourId: next.id, mark: null, placeId: null })}
          onClick={() => choose(next.id)}
        >
          <Icon of={SkipForward} size={18} />
          下一条：{next.title}
        </a>
      )}
    </div>
  )
}
