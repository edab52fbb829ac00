import { useEffect, useRef } from 'react'

/**
 * Sets the attribute `data-hydrated` on an element once React handles its events. The page then repeats the clicks on
 * the element that it has held back, see `start-script.ts`. Browser tests wait for the attribute. The function can be
 * passed as a `ref`.
 */
export function markHydrated(element: HTMLElement | null) {
  element?.setAttribute('data-hydrated', '')
}

/**
 * Returns the `ref` for the outermost element of a late component, which must have the attribute `data-late`. The
 * element is marked as hydrated after all effects of the component's first render.
 */
export function useHydrationMark<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => markHydrated(element.current), [])
  return element
}
