import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Difference in pixels within which the strip of cards counts as scrolled to its target. */
const scrollTolerance = 4

/** Milliseconds after which a smooth scroll that has not reached its target is replaced by a jump. */
const longestScroll = 1500

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
  const current = cards[index]
  const scrollToCurrent = useEffectEvent((behavior: ScrollBehavior) => {
    const list = strip.current
    const left = list && startOf(list, index)
    target.current = left === null || isAt(list, left) ? null : left
    if (target.current !== null) list?.scrollTo({ left: target.current, behavior })
  })
  useEffect(() => {
    if (current === undefined) return
    scrollToCurrent(matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
    // A slow browser may end a smooth scroll before its target, even without an event.
    const timer = setTimeout(() => target.current !== null && scrollToCurrent('instant'), longestScroll)
    return () => clearTimeout(timer)
  }, [current])

  const handleTouch = useEffectEvent(() => void (target.current = null))
  const handleEnd = useEffectEvent(() => {
    const list = strip.current
    if (list === null) return
    if (target.current !== null) return scrollToCurrent('instant')
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

function isAt(list: HTMLElement | null, left: number) {
  return list !== null && Math.abs(list.scrollLeft - left) < scrollTolerance
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
