import { Pause, Play, StepForward } from 'lucide'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { lastPeriod, type TimeWindow, yearsOfWindow } from '#shared/period.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isSameWindow, widthOf } from './ages.ts'
import { useTimeline } from './timeline-store.ts'
import { useTimelineDrag } from './use-timeline-drag.ts'
import { useTimelineKeys } from './use-timeline-keys.ts'
import { useTimelinePlay } from './use-timeline-play.ts'
import { yearWords } from './window-words.ts'

/** The names of the periods of the timeline: the dynasty or time by which Chinese readers know each. */
const periodNames: readonly string[] = [
  '上古、西周',
  '春秋',
  '战国',
  '秦、西汉',
  '新、东汉',
  '三国、西晋',
  '东晋',
  '南北朝',
  '隋',
  '唐',
  '唐',
  '五代',
  '北宋',
  '南宋',
  '元',
  '元',
  '明',
  '明',
  '明',
  '清',
  '清',
  '清',
  '晚清',
  '晚清',
  '晚清',
  '民国',
  '民国',
  '当代',
  '当代',
  '当代',
]

interface TimelineToolsProps {
  /** The window of time in the URL; null if all time is shown. */
  window: TimeWindow | null
  /** The window that the user is choosing or has chosen. */
  shown: TimeWindow | null
  hrefWith(window: TimeWindow | null): string
}

const whole: TimeWindow = { first: 0, last: lastPeriod }

/** The parts of the timeline that need JavaScript: two sliders, a window to drag, and the play button. */
export function TimelineTools({ window, shown, hrefWith }: TimelineToolsProps) {
  const navigate = useNavigate()
  const track = useRef<HTMLDivElement>(null)
  const choose = (next: TimeWindow | null, { replace = false } = {}) => {
    const target = next !== null && isSameWindow(next, whole) ? null : next
    useTimeline.setState({ draft: null })
    if (!isSameWindow(target, window)) void navigate(hrefWith(target), { replace, preventScrollReset: true })
  }
  const { first, last } = shown ?? whole
  const drag = useTimelineDrag(track, shown, choose)
  const keys = useTimelineKeys({ first, last }, choose)
  return (
    <>
      <PlayButton window={window} choose={choose} />
      <div className="timeline-track" ref={track} {...drag}>
        {shown !== null && (
          <span className="timeline-window" style={{ left: widthOf(first), width: widthOf(last - first + 1) }} />
        )}
        <span
          role="slider"
          tabIndex={0}
          className="timeline-handle"
          data-end="first"
          data-edge={first === 0 || undefined}
          style={{ left: widthOf(first) }}
          aria-label="从哪一年"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={first}
          aria-valuetext={startWords(first)}
          {...keys('first')}
        />
        <span
          role="slider"
          tabIndex={0}
          className="timeline-handle"
          data-end="last"
          data-edge={last === lastPeriod || undefined}
          style={{ left: widthOf(last + 1) }}
          aria-label="到哪一年"
          aria-valuemin={first}
          aria-valuemax={lastPeriod}
          aria-valuenow={last}
          aria-valuetext={endWords(last)}
          {...keys('last')}
        />
      </div>
    </>
  )
}

function startWords(period: number): string {
  const { from } = yearsOfWindow({ first: period, last: lastPeriod })
  return `${from === undefined ? '最早' : yearWords(from)}，${periodNames[period] ?? ''}`
}

function endWords(period: number): string {
  const { to } = yearsOfWindow({ first: 0, last: period })
  return `${to === undefined ? '今天' : yearWords(to)}，${periodNames[period] ?? ''}`
}

interface PlayButtonProps {
  window: TimeWindow | null
  choose(window: TimeWindow | null, options?: { replace?: boolean }): void
}

/**
 * Button that plays the timeline: the window of time then moves on by itself. For users who prefer reduced motion, each
 * press moves the window by one period.
 */
function PlayButton({ window, choose }: PlayButtonProps) {
  const { isPlaying, isStill, press } = useTimelinePlay(window, choose)
  const label = isStill ? '下一个时期' : isPlaying ? '暂停' : '让时间流动'
  return (
    <button type="button" className="timeline-play" aria-label={label} title={label} onClick={press}>
      <Icon of={isStill ? StepForward : isPlaying ? Pause : Play} size={18} />
    </button>
  )
}
