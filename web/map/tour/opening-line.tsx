import { usePlay } from '#web/map/state/play-store.ts'
import './opening-line.css'

/** The sentence under the globe while it turns slowly before the first tour. */
export function OpeningLine() {
  const isOpening = usePlay((state) => state.isOpening)
  if (!isOpening) return null
  return <p className="opening-line">一叠一叠，都是写到那里的书。</p>
}
