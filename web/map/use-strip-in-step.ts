import { type RefObject, useEffect, useRef } from 'react'

/** Pixels within which a strip counts as being where it was sent. */
const slack = 4

/** Brings the current card to the start of the strip, and makes current what a finger brings there. */
export function useStripInStep(
  strip: RefObject<HTMLElement | null>,
  cards: unknown[],
  index: number,
  goTo: (index: number) => void,
) {
  // Where the strip is being sent; null while only a finger moves it.
  const target = useRef<number | null>(null)
  const latest = useRef({ index, goTo })
  latest.current = { index, goTo }
  useEffect(() => {
    const left = strip.current && startOf(strip.current, index)
    if (strip.current === null || left === null || Math.abs(strip.current.scrollLeft - left) < slack) return
    target.current = left
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    strip.current.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
  }, [strip, cards, index])
  useEffect(() => {
    const list = strip.current
    if (list === null) return
    const handleTouch = () => (target.current = null)
    const handleEnd = () => {
      if (target.current !== null) {
        if (Math.abs(list.scrollLeft - target.current) < slack) target.current = null
        return
      }
      const at = cardAtStart(list)
      if (at >= 0 && at !== latest.current.index) latest.current.goTo(at)
    }
    list.addEventListener('pointerdown', handleTouch)
    list.addEventListener('wheel', handleTouch, { passive: true })
    list.addEventListener('scrollend', handleEnd)
    return () => {
      list.removeEventListener('pointerdown', handleTouch)
      list.removeEventListener('wheel', handleTouch)
      list.removeEventListener('scrollend', handleEnd)
    }
  }, [strip, cards.length === 0])
}

/** How far the strip has to be scrolled for a card to stand at its start; null where there is no such card. */
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
