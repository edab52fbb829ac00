import { BookA, Copy, Highlighter, type IconNode, Image, NotebookPen, Quote } from 'lucide'
import type { AnnotationColor } from '#shared/api/reader/annotation.ts'
import { Icon } from '#web/ui/icon.tsx'
import { highlightSelection } from './annotate.ts'
import { usePositionBeside } from './beside-box.ts'
import { ColorButtons } from './color-buttons.tsx'
import { copyPassage } from '#web/reading/reader/passage/copy-passage.ts'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { lookUpSelection, shareSelection, useReader } from '#web/reading/reader/state/reader-store.ts'

/**
 * Toolbar for the text that the user has selected in the book: highlight, note, readings, copy, and sharing as a
 * picture. In a narrow window it takes the place of the bar below the text and has one button for all colours.
 */
export function SelectionBar({ book }: { book: ReadBook }) {
  const selection = useReader((state) => state.selection)
  const element = usePositionBeside<HTMLDivElement>(selection?.box ?? null)
  if (selection === null) return null
  const mark = (color?: AnnotationColor) => void highlightSelection(color)
  const note = () => {
    const id = highlightSelection()
    if (id !== null) useReader.setState({ openedNote: { id, box: selection.box, isWriting: true } })
  }
  return (
    <div className="selection-bar panel" ref={element} role="toolbar" aria-label="选中的文字">
      <span className="selection-colors">
        <ColorButtons onPick={mark} />
      </span>
      <SelectionButton word="标记" icon={Highlighter} onClick={() => mark()} />
      <SelectionButton word="批注" label="写批注" icon={NotebookPen} onClick={note} />
      <SelectionButton word="读音" label="查读音" icon={BookA} onClick={lookUpSelection} />
      <SelectionButton word="复制" icon={Copy} onClick={() => copyPassage(null)} />
      <SelectionButton word="出处" label="复制并注明出处" icon={Quote} onClick={() => copyPassage(book)} />
      <SelectionButton word="图片" label="做成图片" icon={Image} onClick={shareSelection} />
    </div>
  )
}

interface ButtonProps {
  /** The visible word of the button, which is a part of `label`. */
  word: string
  label?: string
  icon: IconNode
  onClick(): void
}

function SelectionButton({ word, label = word, icon, onClick }: ButtonProps) {
  return (
    <button type="button" className="selection-button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} size={20} />
      {word}
    </button>
  )
}
