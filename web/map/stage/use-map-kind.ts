import { useCallback, useEffect, useState } from 'react'

/** `still` until the page is there; then the globe, or a flat drawn map where the browser cannot draw the globe. */
export type MapKind = 'still' | 'globe' | 'flat'

/** The globe is loaded when the page has been painted and the browser has nothing better to do. */
export function useMapKind(): [kind: MapKind, failGlobe: () => void] {
  const [kind, setKind] = useState<MapKind>('still')
  useEffect(() => {
    const begin = () => setKind(hasWebGL2() ? 'globe' : 'flat')
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(begin, 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin, { timeout: 1500 })
    return () => cancelIdleCallback(handle)
  }, [])
  return [kind, useCallback(() => setKind('flat'), [])]
}

function hasWebGL2() {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
