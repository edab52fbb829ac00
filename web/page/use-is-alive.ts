import { useSyncExternalStore } from 'react'

/** False on the server and while the page is taken up as it was sent; true from then on. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function never() {
  return () => undefined
}
