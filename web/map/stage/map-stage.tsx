import { type RefObject, Suspense, useCallback, useEffect, useRef, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Mark } from '#shared/api/place/mark.ts'
import type { Tour, TourCard } from '#shared/api/place/tour.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { CardSwiper } from '#web/map/cards/card-swiper.tsx'
import type { GlobeViewProps } from '#web/map/view/globe-view.tsx'
import { filterOf, type MapAddress, mapHref, hasMapSelection, isFiltered } from '#web/frame/globe/state/map-address.ts'
import { LateMapControls } from '#web/map/controls/late-map-controls.tsx'
import { countText } from '#web/ui/capped-count.ts'
import type { CurrentPlace } from '#web/frame/globe/layers/mark-layers.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { MapCredits } from '#web/frame/globe/picker/map-credits.tsx'
import type { MapData } from '#web/map/state/load-map.ts'
import type { PlacesData } from '#web/map/places/places-loader.ts'
import type { PlaceCounts } from '#web/map/places/place-index-data.ts'
import { useShownStyle } from '#web/frame/globe/state/shown-style.ts'
import { MapSearch } from '#web/map/controls/map-search.tsx'
import { LateMarkCard } from '#web/map/marks/late-mark-card.tsx'
import type { PickedMark } from '#web/map/marks/picked-mark.ts'
import { leaveTour, pause, prefersStillness, startTour } from '#web/map/state/play-store.ts'
import { TagFilter } from '#web/map/controls/tag-filter.tsx'
import { TourBar } from '#web/map/tour/tour-bar.tsx'
import { useCards, useCurrentCard, useCurrentCardSync, useIsTouring } from '#web/map/cards/use-cards.ts'
import { useMapKind } from '#web/frame/globe/state/use-map-kind.ts'
import { markKey, useView } from '#web/frame/globe/state/view-store.ts'
import { TodayLine } from '#web/map/controls/today-line.tsx'
import { restoreChoices } from '#web/frame/globe/state/map-store.ts'
import './map-stage.css'
import '#web/map/controls/map-styles.css'

const GlobeView = lazyComponent(async () => (await import('#web/map/view/globe-view.tsx')).GlobeView, LoadFailure)
const FlatMap = lazyComponent(async () => (await import('#web/map/view/flat-map.tsx')).FlatMap)
const MapMotion = lazyComponent(async () => (await import('./map-motion.tsx')).MapMotion)
const RouteCard = lazyComponent(async () => (await import('#web/map/route/route-card.tsx')).RouteCard)

interface MapStageProps {
  data: MapData
  placesData: PlacesData
}

const nightStyles = new Set<string | null>(['dark', 'satellite'])

/**
 * Rendered instead of the globe if the globe's JavaScript failed to load. Reports the failure, so that the flat map
 * appears.
 */
function LoadFailure({ fail }: GlobeViewProps) {
  useEffect(fail, [fail])
  return null
}

/** The map with all its controls and cards, as high as the window. */
export function MapStage({ data, placesData }: MapStageProps) {
  const { address, opened, place } = data
  const site = useSite()
  const stage = useRef<HTMLElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const styleId = useShownStyle()
  const [kind, failGlobe] = useMapKind()
  const stageCards = useStageCards(data, placesData.firstTour)
  const { current } = stageCards

  const { hrefWith, hrefOf, open, pick } = useStageNavigation(address)
  const openedRouteId = useSingleOpenCard(opened && markKey(opened), () => open({ mark: null }))
  const mapProps = {
    config: site.map,
    filter: filterOf(address),
    current: current === undefined ? null : placeOf(current),
    place,
    openedKey: opened && markKey(opened),
    frame,
    hrefOf,
    pick,
  }
  return (
    <section
      className={nightStyles.has(styleId) ? 'map-stage night' : 'map-stage'}
      ref={stage}
      data-style={styleId}
      data-map={kind}
      data-keep-scroll
      aria-label="书的地图"
    >
      <div className="map-frame" ref={frame}>
        {kind !== 'flat' && <GlobePlaceholder />}
      </div>
      {/* The search field comes before the marks, so that a keyboard reaches it first. */}
      <StageSide data={data} placesData={placesData} open={open} hrefWith={hrefWith} />
      <Suspense fallback={null}>
        {kind === 'globe' && <GlobeView {...mapProps} fail={failGlobe} />}
        {kind === 'flat' && <FlatMap {...mapProps} />}
      </Suspense>
      {kind !== 'flat' && <LateMapControls />}
      <MapFoot stage={stage} data={data} tours={placesData.tours} cards={stageCards} open={open} hrefWith={hrefWith} />
      {opened !== null && <LateMarkCard key={markKey(opened)} mark={opened} closeHref={hrefWith({ mark: null })} />}
      <Suspense fallback={null}>{openedRouteId !== null && <RouteCard />}</Suspense>
      <MapCredits site={site} />
    </section>
  )
}

interface MapFootProps {
  stage: RefObject<HTMLElement | null>
  data: MapData
  tours: TourCard[]
  cards: ReturnType<typeof useStageCards>
  open(change: Partial<MapAddress>): void
  hrefWith(change: Partial<MapAddress>): string
}

/** The lower part of the map: the controls of the tour and the cards. */
function MapFoot({ stage, data, tours, cards: { tour, isTouring, cards, current }, open, hrefWith }: MapFootProps) {
  const { address, opened, place } = data
  const isHydrated = useIsHydrated()
  return (
    <div className="map-foot">
      <TourBar tours={tours} tour={tour} isTouring={isTouring} place={place} open={open} hrefWith={hrefWith} />
      <Suspense fallback={null}>
        {isHydrated && (
          <MapMotion stage={stage} data={data} isTouring={isTouring} hasCards={cards !== null} current={current} />
        )}
      </Suspense>
      <CardSwiper
        cards={cards}
        filter={filterOf(address)}
        place={place}
        openedKey={opened && markKey(opened)}
        hrefOf={(mark) => hrefWith({ mark: mark.properties })}
      />
    </div>
  )
}

/** Returns the place of a card and its name; the title of a stop without a place begins with a name. */
function placeOf({ point, place, title }: MapCard): CurrentPlace {
  return { point, name: place?.name ?? /^[^，、：]*/.exec(title)?.[0] ?? title }
}

/** Returns the cards below the map: the stops of the chosen or first tour, or the marks in view. */
function useStageCards(data: MapData, firstTour: Tour | null) {
  const tour = data.tour ?? firstTour
  useMapStart(data, tour)
  const isTouring = useIsTouring(data)
  const cards = useCards(data, tour)
  const current = useCurrentCard(cards)
  useCurrentCardSync(data, isTouring)
  return { tour, isTouring, cards, current }
}

/**
 * Returns functions that build the map's links and that open a mark, a place or a route the user selected on the map.
 */
function useStageNavigation(address: MapAddress) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const hrefWith = useCallback((change: Partial<MapAddress>) => mapHref(pathname, address, change), [pathname, address])
  const open = (change: Partial<MapAddress>) => void navigate(hrefWith(change), { preventScrollReset: true })
  const hrefOf = (mark: Mark) => hrefWith({ mark: mark.properties })
  const pick = (picked: PickedMark) => {
    if (picked.kind === 'item') open({ mark: picked, placeId: null })
    else if (picked.kind === 'place') open({ mark: null, placeId: picked.placeId })
    else if (picked.kind === 'route') useView.setState({ openedRouteId: picked.id })
    else open({ mark: null, placeId: null })
    leaveTour()
  }
  return { hrefWith, hrefOf, open, pick }
}

/** Placeholder image of the globe, visible until the browser has drawn the first globe since the page was loaded. */
function GlobePlaceholder() {
  const isFirst = useView((state) => state.lastView === null)
  if (!isFirst) return null
  return (
    <img
      className="map-still"
      src="/globe.webp"
      srcSet="/globe-small.webp 600w, /globe.webp 1200w"
      sizes="(width <= 1000px) 92vw, 600px"
      width="1200"
      height="1200"
      alt=""
      fetchPriority="high"
    />
  )
}

interface StageSideProps extends MapStageProps {
  open: (change: Partial<MapAddress>) => void
  hrefWith: (change: Partial<MapAddress>) => string
}

/**
 * Column over the map with the introduction, the search field and the tags, and with a message if the URL names
 * something that does not exist.
 */
function StageSide({
  data: { address, missing },
  placesData: { counts, tags, today },
  open,
  hrefWith,
}: StageSideProps) {
  return (
    <div className="map-side">
      <Intro {...counts} />
      <TodayLine today={today} />
      <MapSearch selectedTags={address.selectedTags} open={open} />
      <TagFilter tags={tags} address={address} hrefWith={hrefWith} />
      {missing !== null && <p className="map-missing">{missing}</p>}
    </div>
  )
}

function Intro({ countBooks, countPlaces, hasMoreBooks, hasMorePlaces }: PlaceCounts) {
  return (
    <div className="map-intro">
      <h1>每一本书，都有它的地方</h1>
      <p>
        {`${countText(countBooks, hasMoreBooks)} 本好书，放回它们写到的 ${countText(countPlaces, hasMorePlaces)} 处山河与街巷。`}
        <a href="#atlas">按地方看目录</a>
      </p>
    </div>
  )
}

/**
 * Closes the opened mark when a route is opened, and the route when a mark is opened. Returns the id of the opened
 * route.
 */
function useSingleOpenCard(openedKey: string | null, closeMark: () => void): string | null {
  const openedRouteId = useView((state) => state.openedRouteId)
  const handleRoute = useEffectEvent(() => openedKey !== null && closeMark())
  useEffect(() => {
    if (openedRouteId !== null) handleRoute()
  }, [openedRouteId])
  useEffect(() => {
    if (openedKey !== null) useView.setState({ openedRouteId: null })
  }, [openedKey])
  useEffect(() => () => useView.setState({ openedRouteId: null }), [])
  return openedRouteId
}

/**
 * Restores the saved map settings after hydration and starts the tour, unless the URL selects tags, years, a mark or a
 * place. The tour waits for the play button if the user wants pages without motion.
 */
function useMapStart({ address }: MapData, tour: PlacesData['firstTour']) {
  const hasSelection = useRef(hasMapSelection(address))
  useEffect(() => {
    if (hasSelection.current) leaveTour()
    else if (prefersStillness()) pause()
    return restoreChoices()
  }, [])
  useEffect(() => {
    // If the page has no tour, a tour that was loaded before stays at its current stop.
    if (tour !== null) startTour(tour)
  }, [tour])
  // When the user selects a tag or years, the map leaves the tour and shows the marks with this tag or about these
  // years.
  const filter = filterOf(address)
  const key = isFiltered(filter) ? JSON.stringify(filter) : null
  useEffect(() => {
    if (key !== null) leaveTour()
  }, [key])
}
