import { BookA, Copy, type IconNode, Image, NotebookPen, Quote } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { highlightSelection } from './annotate.ts'
import { usePositionBeside } from './beside-box.ts'
import { ColorButtons } from './color-buttons.tsx'
import { copyPassage } from '#web/reader/passage/copy-passage.ts'
import type { ReadBook } from '#web/reader/state/read-book.ts'
import { lookUpSelection, shareSelection, useReader } from '#web/reader/state/reader-store.ts'

/**
 * Toolbar for the text that the user has selected in the book: highlight, note, dictionary, copy, and sharing as a
 * picture.
 */
export function SelectionBar({ book }: { book: ReadBook }) {
  const selection = useReader((state) => state.selection)
  const element = usePositionBeside<HTMLDivElement>(selection?.box ?? null)
  if (selection === null) return null
  const note = () => {
    const annotation = highlightSelection('yellow')
    if (annotation !== null) useReader.setState({ openedNote: { id: annotation.id, box: selection.box } })
  }
  return (
    <div className="selection-bar panel" ref={element} role="toolbar" aria-label="选中的文字">
      <ColorButtons onPick={highlightSelection} />
      <SelectionButton label="写批注" icon={NotebookPen} onClick={note} />
      <SelectionButton label="查字典" icon={BookA} onClick={lookUpSelection} />
      <SelectionButton label="复制" icon={Copy} onClick={() => copyPassage(null)} />
      <SelectionButton label="复制并注明出处" icon={Quote} onClick={() => copyPassage(book)} />
      <SelectionButton label="做成图片" icon={Image} onClick={shareSelection} />
    </div>
  )
}

function SelectionButton({ label, icon, onClick }: { label: string; icon: IconNode; onClick(): void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} size={20} />
    </button>
  )
}
