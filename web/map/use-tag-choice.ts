import { useEffect, useRef } from 'react'
import { leaveTour } from './play-store.ts'
import { useView } from './view-store.ts'

const world: [west: number, south: number, east: number, north: number] = [-180, -90, 180, 90]

/** Whoever chooses a tag wants to see what carries it; whoever takes the last one off, what is in view. */
export function useTagChoice(selectedTags: string[]) {
  const tags = selectedTags.join()
  const before = useRef(tags)
  useEffect(() => {
    if (tags !== '') leaveTour()
    else if (before.current !== '') useView.setState(({ camera }) => ({ bounds: camera?.look() ?? world }))
    before.current = tags
  }, [tags])
}
