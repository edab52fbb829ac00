import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the heading of an opened card, and back to the previous element when the card closes. If that element
 * no longer exists, as with a mark button after the map has moved, the current card of the swiper gets the focus.
 */
export function useFocusOnOpen(heading: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const previous = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      // The focus is moved only if it was inside the closed card; the browser has then reset it to the body.
      if (document.activeElement !== document.body) return
      const canReturn = previous instanceof HTMLElement && previous !== document.body && previous.isConnected
      const target = canReturn
        ? previous
        : document.querySelector<HTMLElement>('.swiper-card[aria-current] .swiper-title')
      target?.focus({ preventScroll: true })
    }
  }, [heading])
}
