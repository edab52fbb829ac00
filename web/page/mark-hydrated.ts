/**
 * Sets `data-hydrated` on an element once React handles its events. The attribute states it to programs that drive the page
 * from outside, such as browser tests; nothing of the page depends on it. Fits as a `ref`.
 */
export function markHydrated(element: HTMLElement | null) {
  element?.setAttribute('data-hydrated', '')
}
