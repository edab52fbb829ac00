import { useEffect } from 'react'
import { api } from '../session/session.ts'
import { askedMarks, oneMarkEach } from './one-mark-each.ts'
import { useView } from './view-store.ts'

/** Fetches the marks one has moved into view, what readers like most first. The last move wins; a failed answer leaves the cards as they are. */
export function useMarksInView(tags: string[]) {
  const bounds = useView((state) => state.bounds)
  // The tags are the same while their names are.
  const key = JSON.stringify(tags)
  useEffect(() => {
    const aborter = new AbortController()
    if (bounds === null) useView.setState({ marksInView: [] })
    else
      api.mark.list({ tags: JSON.parse(key) as string[], bounds, limit: askedMarks }, aborter.signal).then(
        ({ list, total }) => useView.setState({ marksInView: oneMarkEach(list), countInView: total }),
        () => undefined,
      )
    return () => aborter.abort()
  }, [bounds, key])
}
