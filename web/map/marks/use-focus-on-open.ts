import { type RefObject, useEffect } from 'react'

/**
 * Takes the focus to what has opened, and when it closes back to where it was before. A mark on the map is gone by then,
 * as the map has moved: the cards, which are at the same book, stand in for it.
 */
export function useFocusOnOpen(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      // Only who stood in what has closed stands nowhere now.
      if (document.activeElement !== document.body) return
      const isBack = before instanceof HTMLElement && before !== document.body && before.isConnected
      const target = isBack ? before : document.querySelector<HTMLElement>('.swiper-card[aria-current] .swiper-title')
      target?.focus({ preventScroll: true })
    }
  }, [heading])
}
