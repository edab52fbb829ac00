import { useEffect } from 'react'
import { api } from '../session/session.ts'
import { askedMarks, oneMarkEach } from './one-mark-each.ts'
import { useView } from './view-store.ts'

/** Fetches the marks in view, what readers like most first. The last move wins; after a failed answer the cards stay as they are. */
export function useMarksInView(tags: string[], isTouring: boolean) {
  const bounds = useView((state) => state.bounds)
  const camera = useView((state) => state.camera)
  // The tags are the same while their names are.
  const key = JSON.stringify(tags)
  // Who has only just stopped looks at what the tour left in view; who chose a tag is shown the best of it anywhere.
  const isAsked = bounds === null && !isTouring && tags.length === 0
  useEffect(() => {
    if (isAsked && camera !== null) useView.setState({ bounds: camera.look() })
  }, [isAsked, camera])
  useEffect(() => {
    if (bounds === null) return
    const aborter = new AbortController()
    api.mark.list({ tags: JSON.parse(key) as string[], bounds, limit: askedMarks }, aborter.signal).then(
      ({ list, total }) => useView.setState({ marksInView: { key, list: oneMarkEach(list) }, countInView: total }),
      () => undefined,
    )
    return () => aborter.abort()
  }, [bounds, key])
}
