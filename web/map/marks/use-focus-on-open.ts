import { type RefObject, useEffect } from 'react'

/**
 * When a card opens on the map, moves the focus to the card's heading; when the card closes, moves the focus back to
 * the previous element. If that element no longer exists, as with a mark button after the map has moved, the current
 * card of the strip below gets the focus.
 */
export function useFocusOnOpen(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const previous = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      // The focus moves back only if it was inside the closed card. In this case the browser has reset the focus to the
      // body.
      if (document.activeElement !== document.body) return
      const canReturn = previous instanceof HTMLElement && previous !== document.body && previous.isConnected
      const target = canReturn
        ? previous
        : document.querySelector<HTMLElement>('.swiper-card[aria-current] .swiper-title')
      target?.focus({ preventScroll: true })
    }
  }, [heading])
}
