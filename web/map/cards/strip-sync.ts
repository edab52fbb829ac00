import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Difference in pixels within which the strip of cards counts as scrolled to its target. */
const scrollTolerance = 4

interface StripSyncProps {
  strip: RefObject<HTMLElement | null>
  cards: unknown[]
  /** Index of the current card; -1 if there is none. */
  index: number
  goTo(index: number): void
}

/**
 * Scrolls the current card to the start of the strip of cards, and makes a card current when the user scrolls to it or
 * presses an arrow key. An arrow key also moves the focus to the new card. The component renders nothing; it is loaded
 * after hydration.
 */
export function StripSync({ strip, cards, index, goTo }: StripSyncProps) {
  // `target` is the scroll position that the program is scrolling to; null means that the user scrolls.
  const target = useRef<number | null>(null)
  useEffect(() => {
    const left = strip.current && cards[index] !== undefined ? startOf(strip.current, index) : null
    if (strip.current === null || left === null || Math.abs(strip.current.scrollLeft - left) < scrollTolerance) return
    target.current = left
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    strip.current.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
  }, [strip, cards, index])

  const handleTouch = useEffectEvent(() => void (target.current = null))
  const handleEnd = useEffectEvent(() => {
    const list = strip.current
    if (list === null) return
    if (target.current !== null) {
      if (Math.abs(list.scrollLeft - target.current) < scrollTolerance) target.current = null
      return
    }
    const at = cardAtStart(list)
    if (at >= 0 && at !== index) goTo(at)
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -cards.length, End: cards.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(cards.length - 1, Math.max(0, index + step))
    goTo(to)
    strip.current?.children[to]?.querySelector<HTMLElement>('.swiper-title')?.focus({ preventScroll: true })
  })
  const isEmpty = cards.length === 0
  useEffect(() => {
    if (strip.current === null || isEmpty) return
    const aborter = new AbortController()
    const { signal } = aborter
    strip.current.addEventListener('pointerdown', () => handleTouch(), { signal })
    strip.current.addEventListener('wheel', () => handleTouch(), { signal, passive: true })
    strip.current.addEventListener('scrollend', () => handleEnd(), { signal })
    strip.current.addEventListener('keydown', (event) => handleKey(event), { signal })
    return () => aborter.abort()
  }, [strip, isEmpty])
  return null
}

/**
 * Returns the scroll position in pixels at which a card is at the start of the strip of cards; null if no card has this
 * index.
 */
function startOf(list: HTMLElement, index: number): number | null {
  const [first] = list.children
  const card = list.children[index]
  if (!(first instanceof HTMLElement) || !(card instanceof HTMLElement)) return null
  return Math.min(card.offsetLeft - first.offsetLeft, list.scrollWidth - list.clientWidth)
}

function cardAtStart(list: HTMLElement): number {
  return [...list.children].findIndex((_, index) => {
    const left = startOf(list, index)
    const width = (list.children[index] as HTMLElement).offsetWidth
    return left !== null && left >= list.scrollLeft - width / 2
  })
}
