import type { Mark } from '#shared/api/place/mark.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { usePlay } from '#web/map/state/play-store.ts'

interface StageAnnouncerProps {
  isTouring: boolean
  current: MapCard | undefined
  opened: Mark | null
}

/** Says to those who do not see it what the map shows now. A tour that goes on by itself keeps still. */
export function StageAnnouncer({ isTouring, current, opened }: StageAnnouncerProps) {
  const playing = usePlay((state) => state.playing)
  const words = () => {
    if (opened !== null) return `已打开《${opened.properties.title}》，${opened.properties.place}`
    if (current === undefined || playing) return ''
    return isTouring ? `到了${current.title}。${current.text}` : `《${current.title}》，${current.where}`
  }
  return (
    <p className="visually-hidden" role="status">
      {words()}
    </p>
  )
}
