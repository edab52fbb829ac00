/**
 * Sets the attribute `data-hydrated` on an element once React handles its events. Browser tests wait for the attribute;
 * the page itself does not use it. The function can be passed as a `ref`.
 */
export function markHydrated(element: HTMLElement | null) {
  element?.setAttribute('data-hydrated', '')
}
