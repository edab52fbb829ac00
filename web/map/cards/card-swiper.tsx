import { ChevronLeft, ChevronRight } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useRef } from 'react'
import type { Mark } from '#shared/api/place/mark.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import type { OpenedPlace } from '#web/map/state/load-map.ts'
import type { MapFilter } from '#web/frame/globe/state/map-address.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { goToStop, leaveTour, pause } from '#web/map/state/play-store.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { useCurrentCard } from './use-cards.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import './card-swiper.css'

const StripSync = lazyComponent(async () => (await import('./strip-sync.ts')).StripSync)

interface CardSwiperProps {
  /** Null until the cards are loaded. */
  cards: MapCard[] | null
  filter: MapFilter
  place: OpenedPlace | null
  openedKey: string | null
  hrefOf(mark: Mark): string
}

/** Strip of cards in sync with the map: choosing a card moves the map, and moving the map changes the current card. */
export function CardSwiper({ cards, filter, place, openedKey, hrefOf }: CardSwiperProps) {
  const list = useRef<HTMLUListElement>(null)
  const isHydrated = useIsHydrated()
  const current = useCurrentCard(cards)
  const index = (current && cards?.indexOf(current)) ?? -1
  const goTo = (to: number) => {
    const card = cards?.[to]
    if (card !== undefined) chooseCard(card, to)
  }
  if (cards === null) return <CardsToCome />
  if (cards.length === 0) return <p className="swiper-empty">{emptyWords(filter, place)}</p>
  return (
    <div className="swiper" role="group" aria-label="地图上的书">
      <button
        type="button"
        className="icon-button swiper-arrow"
        aria-label="上一张"
        aria-disabled={index <= 0}
        onClick={() => goTo(index - 1)}
      >
        <Icon of={ChevronLeft} size={22} />
      </button>
      <ul className="swiper-list" ref={list} aria-label="卡片，用左右方向键翻看">
        {cards.map((card, at) => (
          <li
            key={card.key}
            className={card.mark === null ? 'swiper-card swiper-stop' : 'swiper-card'}
            aria-current={at === index || undefined}
            data-opened={card.key === openedKey || undefined}
          >
            <Card card={card} go={() => goTo(at)} hrefOf={hrefOf} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="icon-button swiper-arrow"
        aria-label="下一张"
        aria-disabled={index >= cards.length - 1}
        onClick={() => goTo(index + 1)}
      >
        <Icon of={ChevronRight} size={22} />
      </button>
      <Suspense fallback={null}>
        {isHydrated && <StripSync strip={list} cards={cards} index={index} goTo={goTo} />}
      </Suspense>
    </div>
  )
}

/** Takes the place of the cards until they are loaded. */
function CardsToCome() {
  const haveFailed = useView((state) => state.haveMarksFailed)
  return <p className="swiper-empty">{haveFailed ? '书没有加载出来，移动地图再试。' : '正在找画面里的书……'}</p>
}

/** Tells that no book is found, and what the user may change to find some. */
function emptyWords({ tags, ...years }: MapFilter, place: OpenedPlace | null): string {
  if (tags.length > 0)
    return `${place?.name ?? '画面里'}没有带着${tags.length > 1 ? '这些' : '这个'}标签的书，去掉标签看看。`
  if (Object.keys(years).length > 0) return `${place?.name ?? '画面里'}没有写到这个时期的书，换个时期看看。`
  return place === null ? '画面里还没有书，移动地图看看。' : `还没有书写到${place.name}。`
}

interface CardProps {
  card: MapCard
  go(): void
  hrefOf(mark: Mark): string
}

function Card({ card: { title, authors, place, placeNote, text, book, video, mark }, go, hrefOf }: CardProps) {
  return (
    <>
      {book !== null && <BookCover id={book.id} title={book.title} cover={book.cover} />}
      {video !== null && <VideoCover {...video} />}
      <div className="swiper-text">
        {mark === null ? (
          <button className="swiper-title" onClick={go} onFocus={pause}>
            {title}
          </button>
        ) : (
          <a className="swiper-title" href={hrefOf(mark)} onFocus={pause}>
            {title}
          </a>
        )}
        {/*
          The links, the names and the note have no classes, and the button above has no type, because a page may have
          many cards and few bytes.
        */}
        <p className="swiper-where">
          <span>
            {mark === null && book !== null && <a href={`/book/${book.id}`}>{`《${book.title}》`}</a>}
            {authors !== null && (
              <span>
                <Credits names={authors.names} ids={authors.ids} />
              </span>
            )}
            {video !== null && '视频'}
            {place !== null && <a href={`/place/${place.id}`}>{place.name}</a>}
          </span>
          {placeNote && <span>{`· ${placeNote}`}</span>}
        </p>
        <p className="swiper-reason">{text}</p>
      </div>
    </>
  )
}

/**
 * Makes a card of the map's strip the current one. For a stop of a tour, the tour player moves the map there; for a
 * mark, the map moves there with an unchanged zoom.
 */
function chooseCard({ key, mark, point }: MapCard, index: number) {
  useMap.setState({ currentSwiperItem: key })
  if (mark === null) return goToStop(index)
  leaveTour()
  void useView.getState().camera?.fly({ center: point, preservesCards: true }, 700)
}
