import type { Mark } from '#shared/api/place/mark.ts'
import type { MapCard } from '#web/map/state/map-cards.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { useIsTourOver } from '#web/map/tour/tour-end.tsx'

interface StageAnnouncerProps {
  isTouring: boolean
  current: MapCard | undefined
  opened: Mark | null
}

/** Announces the current card or opened mark to screen readers. A playing tour is not announced. */
export function StageAnnouncer({ isTouring, current, opened }: StageAnnouncerProps) {
  const playing = usePlay((state) => state.playing)
  const isOver = useIsTourOver()
  const announcement = () => {
    if (opened !== null) return `已打开《${opened.properties.title}》，${opened.properties.place}`
    if (current === undefined || playing) return ''
    return isTouring
      ? `到了${current.title}。${current.text}${isOver ? '这条漫游到终点了。' : ''}`
      : `《${current.title}》，${[current.place?.name, current.placeNote].filter(Boolean).join(' · ')}`
  }
  return (
    <p className="visually-hidden" role="status">
      {announcement()}
    </p>
  )
}
