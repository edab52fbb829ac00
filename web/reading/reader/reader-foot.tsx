import { ChevronLeft, ChevronRight, Headphones, Undo2, type IconNode } from 'lucide'
import { FootMeasure } from './foot-measure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRef, useState } from 'react'
import { percent } from '#web/reading/reader/progress/save-progress.ts'
import { closeSpeech, jump, jumpBack, toggleSpeech, useReader } from '#web/reading/reader/state/reader-store.ts'
import { turnPage } from '#web/reading/reader/state/turn-page.ts'
import { useReadingSettings } from '#web/reading/reader/view/reading-settings.ts'
import { turnsLeftward } from '#web/reading/reader/view/turns-leftward.ts'
import './reader-foot.css'

export function ReaderFoot() {
  const isAtEnd = useReader(({ position }) => position?.fraction === 1)
  const returnPosition = useReader((state) => state.returnPosition)
  const isVertical = useReadingSettings((settings) => settings.isVertical)
  const isLeftward = useReader(({ outline, position }) => turnsLeftward(outline, position?.section ?? 0, isVertical))
  const turns = [
    { label: '上一页', by: -1 as const },
    { label: isAtEnd ? '读完了' : '下一页', by: 1 as const, isEnd: isAtEnd },
  ]
  const [left, right] = isLeftward ? turns.toReversed() : turns
  return (
    <>
      <TurnButton {...left} icon={ChevronLeft} />
      {returnPosition !== null && <ReturnButton fraction={returnPosition.fraction} />}
      <Slider />
      <SpeechButton />
      <TurnButton {...right} icon={ChevronRight} />
    </>
  )
}

/** Button that leads back to the position before the last jump, which is `fraction` of the book. */
function ReturnButton({ fraction }: { fraction: number }) {
  const label = `回到 ${percent(fraction)}`
  return (
    <button type="button" className="reader-back" aria-label={label} title={label} onClick={() => void jumpBack()}>
      <Icon of={Undo2} size={16} />
      <span>{label}</span>
    </button>
  )
}

/** Button that turns reading aloud on or off. */
function SpeechButton() {
  const isOpen = useReader(({ speech }) => speech !== 'off')
  return (
    <button
      type="button"
      className="icon-button"
      data-tool="speech"
      aria-label="朗读"
      title="朗读"
      aria-expanded={isOpen}
      onClick={isOpen ? closeSpeech : toggleSpeech}
    >
      <Icon of={Headphones} size={20} />
    </button>
  )
}

interface TurnProps {
  label?: string
  by?: 1 | -1
  /** Whether the button shows the end page, which its visible label says. */
  isEnd?: boolean
  icon: IconNode
}

function TurnButton({ label = '', by = 1, isEnd = false, icon }: TurnProps) {
  const isEndShown = useReader((state) => state.isEndShown)
  // No page follows the end page.
  if (isEndShown && by > 0) return null
  return (
    <button
      type="button"
      className={isEnd ? 'reader-back' : 'icon-button'}
      aria-label={label}
      title={label}
      onClick={() => turnPage(by)}
    >
      {isEnd ? label : <Icon of={icon} size={20} />}
    </button>
  )
}

/**
 * Slider that shows the reading progress; when the user releases the slider, the book opens at the chosen position. The
 * focus then moves to the text, so that the next key turns a page.
 */
function Slider() {
  const fraction = useReader(({ position }) => position?.fraction ?? 0)
  const chapter = useReader(({ position, outline }) => outline?.contents[position?.chapter ?? -1]?.label ?? '')
  const [dragged, setDragged] = useState<number | null>(null)
  /** The chosen position while the user drags the slider; unlike the state, it changes at once. */
  const chosen = useRef<number | null>(null)
  const go = () => {
    const { current } = chosen
    chosen.current = null
    setDragged(null)
    if (current !== null) void jump((view) => view.goToFraction(current))
  }
  const displayed = dragged ?? fraction
  return (
    <>
      <input
        className="reader-slider"
        type="range"
        min={0}
        max={1000}
        value={Math.round(displayed * 1000)}
        aria-label="读到哪里"
        aria-valuetext={`${percent(displayed)}，${chapter}`}
        onChange={(event) => {
          chosen.current = Number(event.currentTarget.value) / 1000
          setDragged(chosen.current)
        }}
        onPointerUp={() => {
          go()
          useReader.getState().view?.focus()
        }}
        onKeyUp={go}
        onBlur={go}
      />
      <FootMeasure fraction={displayed} isDragged={dragged !== null} />
    </>
  )
}
