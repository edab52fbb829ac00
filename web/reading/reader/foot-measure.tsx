import { minutesFor, readPace } from '#web/reading/reader/progress/reading-pace.ts'
import { minutesText } from '#web/reading/reader/progress/duration-text.ts'
import { percent } from '#web/reading/reader/progress/save-progress.ts'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import type { BookView, ReadingPosition } from '#web/reading/reader/view/book-view.ts'
import { changeSettings, footContents, useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'

type FootContent = keyof typeof footContents
const kinds = Object.keys(footContents) as FootContent[]

interface MeasureProps {
  /** Fraction of the book to which the slider points. */
  fraction: number
  isDragged: boolean
}

/**
 * The value that the bar below the text shows for the position: percent of the book, page of the chapter, or time left
 * in the chapter. A tap switches to the next kind of value.
 */
export function FootMeasure({ fraction, isDragged }: MeasureProps) {
  const chosen = useReadingSettings(({ foot }) => foot)
  const view = useReader((state) => state.view)
  const position = useReader((state) => state.position)
  const kind = isDragged ? 'percent' : chosen
  const text = (kind !== 'percent' && view && position && describe(kind, view, position)) || percent(fraction)
  const next = kinds[(kinds.indexOf(chosen) + 1) % kinds.length] ?? 'percent'
  return (
    <button
      type="button"
      className="reader-measure"
      aria-label={`${text}，换成${footContents[next]}`}
      title={`换成${footContents[next]}`}
      onClick={() => changeSettings({ foot: next })}
    >
      <span className={kind === 'percent' ? 'reader-percent' : undefined}>{text}</span>
    </button>
  )
}

function describe(kind: 'pages' | 'time', view: BookView, { place }: ReadingPosition): string {
  if (kind === 'pages') {
    const page = view.pageOfChapter()
    return page === null ? `位置 ${place.current} / ${place.total}` : `第 ${page.current} / ${page.total} 页`
  }
  const left = view.textLeft()
  return left === null ? '' : describeMinutes(minutesFor(left, readPace()))
}

function describeMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 1) return '本章不到 1 分钟'
  return `本章约剩 ${minutesText(whole)}`
}
