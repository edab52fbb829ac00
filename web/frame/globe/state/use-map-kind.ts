import { useCallback, useEffect, useState } from 'react'

/** Kind of the map: `still` is a placeholder image before the map loads, `flat` the fallback without WebGL 2. */
type MapKind = 'still' | 'globe' | 'flat'

/**
 * Returns the kind of the map and a function that falls back to the flat map. Loads the globe when the browser is idle.
 */
export function useMapKind(): [kind: MapKind, failGlobe: () => void] {
  const [kind, setKind] = useState<MapKind>('still')
  useEffect(() => {
    const start = () => setKind(hasWebGL2() ? 'globe' : 'flat')
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(start, 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start, { timeout: 1500 })
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
